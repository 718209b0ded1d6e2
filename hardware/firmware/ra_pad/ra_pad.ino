// A draw spot for the Ra table: a PN532 module on SPI, lines on USB.
//
// Speaks the line protocol of docs/build.md, every line with its checksum. Needs the library
// "Adafruit PN532" and any board that it runs on: Arduino Uno, Nano, Micro, Raspberry Pi Pico.
//
// Wire the module for SPI (switches: SEL0 0, SEL1 1): SCK, MISO, MOSI to the board's, VCC, GND, and
// its SS to the pin named below.

#include <Adafruit_PN532.h>
#include <SPI.h>

const uint8_t SELECT = 10;  // the pin that SS is on; yours may differ

const uint8_t LONGEST_UID = 10;
const uint16_t LOOK_MS = 50;     // how long the module may look for a tag
const uint16_t REPEAT_MS = 300;  // how often a tag that stays is sent again
const uint16_t RETRY_MS = 3000;  // how often the module is asked whether it works

Adafruit_PN532 chip(SELECT);
bool works = false;
uint32_t tried_at = 0;
uint8_t last[LONGEST_UID];
uint8_t last_length = 0;
uint32_t sent_at = 0;
char line[64];
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

// The exclusive or of everything after the first word.
void send() {
  uint8_t check = 0;
  for (const char *c = strpbrk(line, " \t"); c && *c; c++) check ^= *c;
  char end[4];
  snprintf(end, sizeof(end), "*%02X", check);
  Serial.print(line);
  Serial.print(end);
  Serial.print('\n');
}

void try_module() {
  tried_at = millis();
  chip.begin();
  works = chip.getFirmwareVersion() != 0;
  if (works) {
    chip.setPassiveActivationRetries(1);
    chip.SAMConfig();
    return;
  }
  begin("ERR no PN532 on pin ");
  char pin[4];
  snprintf(pin, sizeof(pin), "%u", SELECT);
  add(pin);
  send();
}

// A module that was pulled out answers nothing; ask now and then.
void check() {
  if (millis() - tried_at < RETRY_MS) return;
  tried_at = millis();
  works = works && chip.getFirmwareVersion() != 0;
  if (!works) try_module();
}

void look() {
  uint8_t uid[LONGEST_UID];
  uint8_t length = 0;
  bool found = chip.readPassiveTargetID(PN532_MIFARE_ISO14443A, uid, &length, LOOK_MS);
  if (!found || length == 0 || length > LONGEST_UID) return;
  bool is_new = length != last_length || memcmp(uid, last, length) != 0;
  if (!is_new && millis() - sent_at < REPEAT_MS) return;
  memcpy(last, uid, length);
  last_length = length;
  sent_at = millis();
  begin("TAG ");
  add_hex(uid, length);
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
  begin("HELLO ra-pad 1");
  send();
  try_module();
}

void loop() {
  answer();
  check();
  if (works) look();
}
