// A draw pad and zones for the Ra table: PN532 modules on SPI, lines on USB.
//
// Speaks the protocol of ../PROTOCOL.md, every line with its checksum. Needs the library
// "Adafruit PN532" and any board that it runs on: Arduino Uno, Nano, Micro, Raspberry Pi Pico.
//
// Wire each module for SPI (switches: SEL0 0, SEL1 1): SCK, MISO, MOSI to the board's, VCC, GND, and
// its SS to a pin of its own, named below.

#include <Adafruit_PN532.h>
#include <SPI.h>

struct Antenna {
  const char *zone;  // what it belongs to; "" is the draw pad
  uint8_t select;    // the pin that its SS is on
};

// Yours may differ: one line for each module. A lane of eight tiles is eight modules with zone "lane".
const Antenna ANTENNAS[] = {
    {"", 10},
};

const uint8_t COUNT = sizeof(ANTENNAS) / sizeof(ANTENNAS[0]);
const uint8_t LONGEST_UID = 10;
const uint16_t LOOK_MS = 50;       // how long one module may look for a tag
const uint16_t REPEAT_MS = 300;    // how often a tag that stays on the pad is told again
const uint16_t GONE_MS = 1000;     // a tag that was not seen for so long has left its zone
const uint16_t INVENTORY_MS = 2000;  // how often a zone is told although nothing changed
const uint16_t RETRY_MS = 3000;    // how often a module that failed is tried again

struct State {
  Adafruit_PN532 *chip;
  bool works;
  uint32_t tried_at;
  uint8_t uid[LONGEST_UID];
  uint8_t length;  // 0: no tag
  uint32_t seen_at;
  uint32_t told_at;
};

State states[COUNT];
bool changed[COUNT];              // by the zone's first antenna
uint32_t inventory_at[COUNT];     // the same
char line[400];
size_t used = 0;

void begin(const char *word) {
  used = 0;
  add(word);
}

void add(const char *words) {
  while (*words && used < sizeof(line) - 1) line[used++] = *words++;
  line[used] = 0;
}

void add_hex(const uint8_t *bytes, uint8_t count) {
  for (uint8_t i = 0; i < count; i++) {
    char digits[3];
    snprintf(digits, sizeof(digits), "%02X", bytes[i]);
    add(digits);
  }
}

// The exclusive or of everything after the first word; see PROTOCOL.md.
void send() {
  uint8_t check = 0;
  for (const char *c = strpbrk(line, " \t"); c && *c; c++) check ^= *c;
  char end[4];
  snprintf(end, sizeof(end), "*%02X", check);
  Serial.print(line);
  Serial.print(end);
  Serial.print('\n');
}

// Return the first antenna of the same zone: it keeps what is known of the zone.
uint8_t first_of(uint8_t antenna) {
  uint8_t first = 0;
  while (strcmp(ANTENNAS[first].zone, ANTENNAS[antenna].zone) != 0) first++;
  return first;
}

bool is_pad(uint8_t antenna) { return ANTENNAS[antenna].zone[0] == 0; }

void try_module(uint8_t antenna) {
  State &state = states[antenna];
  state.tried_at = millis();
  state.chip->begin();
  state.works = state.chip->getFirmwareVersion() != 0;
  if (state.works) {
    state.chip->setPassiveActivationRetries(1);
    state.chip->SAMConfig();
    return;
  }
  begin("ERR");
  if (is_pad(antenna)) {
    add(" no PN532 on pin ");
  } else {
    add("\tzone=");
    add(ANTENNAS[antenna].zone);
    add("\tcode=no PN532 on pin ");
  }
  char pin[4];
  snprintf(pin, sizeof(pin), "%u", ANTENNAS[antenna].select);
  add(pin);
  send();
}

void tell_tag(uint8_t antenna) {
  State &state = states[antenna];
  if (millis() - state.told_at < REPEAT_MS) return;
  state.told_at = millis();
  begin("TAG ");
  add_hex(state.uid, state.length);
  send();
}

// A zone is told whole or not at all: if one of its modules fails, what lies there is not known.
void tell_zone(uint8_t first) {
  begin("INV\tzone=");
  add(ANTENNAS[first].zone);
  add("\tuids=");
  const char *comma = "";
  for (uint8_t i = first; i < COUNT; i++) {
    if (first_of(i) != first) continue;
    if (!states[i].works) return;
    if (states[i].length == 0) continue;
    add(comma);
    add_hex(states[i].uid, states[i].length);
    comma = ",";
  }
  changed[first] = false;
  inventory_at[first] = millis();
  send();
}

void look(uint8_t antenna) {
  State &state = states[antenna];
  uint8_t uid[LONGEST_UID];
  uint8_t length = 0;
  bool found = state.chip->readPassiveTargetID(PN532_MIFARE_ISO14443A, uid, &length, LOOK_MS);
  if (!found || length == 0 || length > LONGEST_UID) {
    bool is_gone = state.length > 0 && millis() - state.seen_at >= GONE_MS;
    if (is_gone) {
      state.length = 0;
      changed[first_of(antenna)] = true;
    }
    return;
  }
  bool is_new = length != state.length || memcmp(uid, state.uid, length) != 0;
  memcpy(state.uid, uid, length);
  state.length = length;
  state.seen_at = millis();
  if (is_new) {
    changed[first_of(antenna)] = true;
    state.told_at = millis() - REPEAT_MS;
  }
  if (is_pad(antenna)) tell_tag(antenna);
}

// A module that was pulled out answers nothing; ask now and then.
void check(uint8_t antenna) {
  State &state = states[antenna];
  if (millis() - state.tried_at < RETRY_MS) return;
  if (state.works) {
    state.tried_at = millis();
    state.works = state.chip->getFirmwareVersion() != 0;
    if (state.works) return;
  }
  try_module(antenna);
}

void hello() {
  begin("HELLO ra-pad 1");
  send();
}

void answer() {
  static char asked[8];
  static uint8_t length = 0;
  while (Serial.available() > 0) {
    char c = Serial.read();
    if (c != '\n' && c != '\r') {
      if (length < sizeof(asked) - 1) asked[length++] = c;
      continue;
    }
    asked[length] = 0;
    length = 0;
    if (strcmp(asked, "PING") == 0) {
      begin("PONG");
      send();
    }
  }
}

void setup() {
  Serial.begin(115200);
  while (!Serial && millis() < 3000) {
  }
  hello();
  for (uint8_t i = 0; i < COUNT; i++) {
    states[i].chip = new Adafruit_PN532(ANTENNAS[i].select);
    try_module(i);
  }
}

void loop() {
  for (uint8_t i = 0; i < COUNT; i++) {
    answer();
    check(i);
    if (states[i].works) look(i);
  }
  for (uint8_t i = 0; i < COUNT; i++) {
    bool is_due = changed[i] || millis() - inventory_at[i] >= INVENTORY_MS;
    if (first_of(i) == i && !is_pad(i) && is_due) tell_zone(i);
  }
}
