// What a phone shows: plain descriptions of elements, and what brings the page to them.

/** An element: its name and classes, attributes, and what is in it. */
export function h(name, attributes, ...inside) {
  const [tag, ...classes] = name.split(".");
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (key === "do") made.dataset.do = JSON.stringify(value);
    else if (key === "colour") made.classList.add(`c${value}`);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...inside.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return made;
}

/** Bring one element to what another is, and keep what a finger is on. */
export function morph(now, wanted) {
  for (const { name } of [...now.attributes]) {
    if (!wanted.hasAttribute(name)) now.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  }
  if (now.tagName === "INPUT") return;
  const after = [...wanted.childNodes];
  const before = [...now.childNodes];
  after.forEach((node, at) => {
    const old = before[at];
    if (!old) now.append(node);
    else if (old.nodeType !== node.nodeType || old.tagName !== node.tagName || old.id !== node.id) old.replaceWith(node);
    else if (node.nodeType === Node.TEXT_NODE) {
      if (old.data !== node.data) old.data = node.data;
    } else morph(old, node);
  });
  before.slice(after.length).forEach((old) => old.remove());
}

const PICTURES = {
  civ_art: "tile_art", civ_agriculture: "tile_agri", civ_religion: "tile_relig",
  civ_astronomy: "tile_astro", civ_writing: "tile_write", mon_fortress: "tile_fortress",
  mon_obelisk: "tile_obelisk", mon_palace: "tile_palace", mon_pyramid: "tile_pyramid",
  mon_sphinx: "tile_sphinx", mon_statues: "tile_statue", mon_step_pyramid: "tile_step",
  mon_temple: "tile_temple", dis_funeral: "tile_funeral", dis_drought: "tile_drought",
  dis_unrest: "tile_unrest", dis_earthquake: "tile_quake",
};

export const picture = (icon, side = 44) =>
  h("img", { src: `/icons/${icon}.svg`, alt: "", width: side, height: side, draggable: "false" });

export const tile = (kind, side) => picture(PICTURES[kind] ?? `tile_${kind}`, side);

/** A tile's name below it, which the key says already to those who listen. */
const caption = (name) => h("small", { "aria-hidden": "true" }, name);

/** Make letters so small that no word is broken; a picture beside them keeps its size, hence the second time. */
export function fit(names) {
  for (const name of [...names, ...names]) {
    const size = parseFloat(getComputedStyle(name).fontSize);
    if (name.scrollWidth > name.clientWidth) name.style.fontSize = `${Math.floor(size * 10 * (name.clientWidth - 2) / name.scrollWidth) / 10}px`;
  }
}

const emblem = (button, side = 26) => picture(`emblem_${button}`, side);

/** A sun with its number, as it lies on the table. */
export const sun = (number, side = "up") =>
  h(`span.sun.${side}`, {}, picture(`sun_${side}`, 52), h("b", {}, String(number)));

/** Points as they are added: with their sign. */
const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

const total = (rows) => rows.reduce((sum, [, points]) => sum + points, 0);

/** Points by category, and what they come to; a touch on one says why, if that is not below it. */
const added = (caption, rows, sum, is_told) => h("table.worth", {}, h("caption", {}, caption),
  h("tbody", {}, ...rows.map(([name, points, why]) =>
    h("tr", {}, h("th", { scope: "row" }, why && !is_told ? h("button", { type: "button", do: { why } }, name) : name, why && is_told ? h("small", {}, why) : null), h("td", {}, signed(points))))),
  sum ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, sum), h("td", {}, signed(total(rows))))) : null);

const key = (what, inside, more = {}) => h("button.key", { type: "button", do: what, ...more }, ...[inside].flat());

/** What tiles score: each sentence once, behind the tiles that it is about. */
export function scored(kinds, worth) {
  const about = new Map();
  for (const kind of new Set(kinds)) {
    const told = (worth[kind] ?? []).join("\n");
    about.set(told, [...about.get(told) ?? [], kind]);
  }
  return [...about].map(([told, of]) => h("p", {}, ...of.map((kind) => tile(kind, 28)), ` ${told}`));
}

/** The whole page for a state: what is shown, what is open, and the words. */
export class Page {
  constructor(state) {
    Object.assign(this, state);
    this.say = state.words.say;
    this.me = this.view.seats.find((seat) => seat.button === this.view.me) ?? null;
    this.own = this.view.own ?? null;
  }

  asked() {
    const { view, say } = this;
    if (this.offline) return say.offline;
    if (view.stage === "over") return this.open === "look" ? say.points : say.result;
    if (this.open === "god") return say.which.replace("{name}", this.me.name);
    if (view.asking) return say.asking;
    return this.takes_seat() ? say.sit : view.asked ?? "";
  }

  /** Whether the seats are shown to choose one. */
  takes_seat() {
    const { view } = this;
    if (this.me || ["away", "over"].includes(view.stage)) return false;
    return view.stage === "seats" || this.open === "seats" || !this.watching;
  }

  who() {
    const seat = this.me;
    if (!seat) return h("div", {});
    return h("div.who", { colour: seat.button }, emblem(seat.button), h("b", {}, seat.name));
  }

  state() {
    const { view } = this;
    if (view.stage === "seats" || this.takes_seat()) return h("button.key.quiet.language", { type: "button", do: { open: "language" } }, picture("ui_globe", 22), this.words.languages[this.words.language]);
    if (!view.limit || view.stage === "over" || this.own?.turns) return h("div", {}); // of the next epoch
    const dots = Array.from({ length: view.limit }, (_, at) => h(`i${at < view.ra ? ".on" : ""}`, {}));
    return h("div.state", {},
      h("span.epoch", { "aria-label": `${view.epoch} / 3` }, ["", "I", "II", "III"][view.epoch] ?? ""),
      h("span.ra", { role: "img", "aria-label": `Ra ${view.ra} / ${view.limit}` }, ...dots),
      view.centre ? h("span.centre", { role: "img", "aria-label": `${this.say.centre} ${view.centre}` }, sun(view.centre)) : null);
  }

  main() {
    const { view } = this;
    if (view.stage === "away") return [];
    if (this.open === "language") return this.languages();
    if (view.asking) return [h("div.keys", {}, key({ stand: true }, this.say.back, { class: "key quiet" }))];
    if (view.stage === "over") return this.result();
    if (!this.me) return this.takes_seat() ? this.seats() : this.table();
    if (this.open === "me") return this.mine();
    if (this.open === "table") return this.table();
    if (this.open === "rules") return this.rules();
    if (this.own?.count) return this.count();
    if (view.stage === "seats") return this.seated();
    return this.actions();
  }

  languages() {
    return [h("div.list", {}, ...Object.entries(this.words.languages).map(([code, name]) =>
      key({ language: code }, name, { lang: code, "aria-pressed": String(code === this.words.language) })),
    key({ open: "" }, this.say.back, { class: "key quiet" }))];
  }

  seats() {
    const { view, say } = this;
    const free = new Set(view.free);
    const taken = new Map(view.seats.map((seat) => [seat.button, seat]));
    const rows = [0, 1, 2, 3, 4].map((button) => {
      const seat = taken.get(button);
      if (!seat && !free.has(button)) return view.stage === "seats" ? h("div.seat.off", { colour: button, "aria-hidden": "true" }, emblem(button, 40)) : null; // keeps its place
      const can = seat?.phone ? { why: `${say.there}\n${view.stage === "seats" ? "" : `${say.me} › `}${say.stand}` } : !seat?.machine && { sit: button };
      return h("button.seat", { type: "button", colour: button, do: can, disabled: !can, "aria-disabled": seat?.phone && "true" },
        emblem(button, 40), h("b", {}, seat ? seat.name : say.free), seat?.phone ? picture("ui_phone", 24) : null);
    });
    return [
      view.stage === "seats" ? this.name_field() : null,
      h("div.list", {}, ...rows),
      view.stage === "seats" ? null : key({ open: "watch" }, say.watch),
    ];
  }

  name_field() {
    return h("label.name", {}, h("span", {}, this.say.name),
      h("input", { id: "name", maxlength: 24, autocomplete: "given-name", autocapitalize: "words", enterkeyhint: "done", value: this.name }));
  }

  seated() {
    const { say, view } = this;
    return [
      this.own?.press?.ok ? null : this.name_field(), // with suns before them, nobody is renamed
      this.me.up.length ? this.holdings() : null,
      view.dealt.length ? h("section.panel", {}, ...view.dealt.map(([what, number], at) => h(`p.row${at ? ".back" : ""}`, {}, h("span", {}, what), sun(number)))) : null,
      view.card.length ? this.rules()[0] : null,
      h("p.note", {}, say.order),
      h("div.people", {}, ...view.seats.map((seat) => h("div.person", { colour: seat.button }, emblem(seat.button), h("b", {}, seat.name),
        seat.phone ? h("span", { role: "img", "aria-label": say.phone }, picture("ui_phone", 22)) : null))),
      key({ stand: true }, say.stand, { class: "key quiet" }),
      h("div.keys.sticky.low", {}, ...this.presses()),
    ];
  }

  presses() {
    return Object.entries(this.own?.press ?? {}).map(([name, label]) =>
      key({ press: { key: name, on: this.own.token } }, label, { class: name === "own" ? `key main c${this.view.me}` : "key main" }));
  }

  /** What changes the last thing that was done: a late bid, and Undo. */
  again() {
    const { late, undo } = this.own ?? {};
    const [suns, bids_late] = late ?? [];
    return [suns ? key(suns.length > 1 ? { open: "late" } : { bid: suns[0] }, bids_late, { class: "key quiet" }) : null,
      undo ? key({ undo: true }, [picture("ui_undo", 22), undo], { class: "key quiet" }) : null];
  }

  /** Which sun is bid late. */
  late() {
    const { own: { late: [suns, label] }, say } = this;
    return [h("p.lead", {}, label), this.suns_to_bid(suns, (number) => ({ bid: number })),
      h("div.keys", {}, key({ open: "" }, say.back, { class: "key quiet" }))];
  }

  track() {
    const { view, words } = this;
    const fix = this.me && this.own?.fix;
    const lying = view.track.map((kind, at) => [kind, at]).filter(([kind]) => kind);
    const centre = view.auction && view.centre ? [h("span", { role: "listitem", "aria-label": `${this.say.centre} ${view.centre}` }, sun(view.centre))] : [];
    if (!lying.length && !centre.length) return null;
    return h("div.track", { role: "list", "aria-label": this.say.track }, ...centre,
      ...lying.map(([kind, at]) => (fix?.space === at
        ? h("span", { role: "listitem" }, h("button.mend", { type: "button", do: { open: "mend" }, "aria-label": `${this.say.wrong}: ${words.tiles[kind]}` }, tile(kind, 40), picture("ui_pencil", 18)))
        : h("span", { role: "listitem" }, h("button.about", { type: "button", do: { worth: [kind] }, "aria-label": words.tiles[kind] }, tile(kind, 40))))),
      this.asks(lying.map(([kind]) => kind)));
  }

  /** A sign behind tiles that says what they score; so does a touch on one of them. */
  asks(kinds) {
    return kinds.length ? h("span", { role: "listitem" }, h("button.asks", { type: "button", do: { worth: kinds }, "aria-label": this.say.rules }, "?")) : null;
  }

  last() {
    return this.view.last.length ? h("p.note", {}, this.view.last.join("\n")) : null;
  }

  actions() {
    const { own, view, say } = this;
    if (!own) return [h("p.note", {}, say.wait)];
    const presses = this.presses();
    if (own.hands && (own.turns || (this.read !== view.epoch && !own.asked))) return this.hands(presses);
    if (this.open === "mend" && own.fix) return this.mending();
    if (this.mended()) return this.amending(this.mended());
    if (this.open === "late" && own.late) return this.late();
    if (own.scored) return [this.last(), added(say.epoch, own.scored, own.goes_on ? "" : say.total), h("div.keys", {}, ...presses, ...this.again())];
    if (view.auction) return [this.track(), ...this.bidding()];
    if (own.lose) return this.losing();
    if (this.open === "god" || (own.end_gods && own.gods.length)) return this.gods();
    if (own.end_gods) return [this.track(), h("div.keys", {}, key({ end_gods: true }, say.done, { class: "key main" }), ...this.again())];
    if (own.draw.length || own.invoke) return this.turn();
    return [this.last(), this.track(), this.holdings(), h("div.keys", {}, ...presses, ...this.again(), ...this.mends())];
  }

  /** What was won or discarded before others went on, and can still be said to be wrong. */
  mends() {
    return (this.own?.mends ?? []).map(({ at, said }) => key({ open: `mend ${at}` }, [picture("ui_pencil", 22), `${this.say.wrong}: ${said}`], { class: "key quiet" }));
  }

  /** Which of these is being put right. */
  mended() {
    return this.own?.mends?.find(({ at }) => this.open === `mend ${at}`);
  }

  /** The sun with which a lot was won, or the tiles that were given up, were others. */
  amending({ at, said, suns, ...loss }) {
    const lead = h("p.lead", {}, `${this.say.wrong}: ${said}`);
    const back = key({ open: "" }, this.say.back, { class: "key quiet" });
    if (loss.lose) return [lead, ...this.discarding(loss, { fix: { at, tiles: this.chosen } }, [back])];
    return [lead, this.suns_to_bid(suns, (number) => ({ fix: { at, sun: number } })), h("div.keys", {}, back)];
  }

  suns_to_bid(suns, does) {
    return h("div.suns", {}, ...suns.map((number) => h("button.bid", { type: "button", do: does(number), "aria-label": `${this.say.suns} ${number}` }, sun(number))));
  }

  /** What hands do before the next epoch; it stays until its owner has read it, or is asked. */
  hands(presses) {
    const { own, say, view } = this;
    return [own.turns ? this.last() : null, h("p.lead", {}, own.scored ? `${say.epoch}: ${signed(total(own.scored))}` : say.before_next), own.turns ? this.points() : null, this.done_by_hand(),
      h("div.keys.sticky", {}, own.turns ? [...presses, ...this.again()] : key({ read: view.epoch }, say.next, { class: "key main" }))];
  }

  /** Which tokens are taken and given back, as far as it may be told. */
  tokens() {
    const lying = (of) => of.flatMap(([number, value]) => Array.from({ length: number }, () => h("b.token", {}, String(value))));
    return (this.own.hands.tokens ?? []).flatMap(([word, of]) => [h("span", {}, word), ...lying(of)]);
  }

  done_by_hand() {
    const { discard: [what, tiles], turn, ra, starter } = this.own.hands;
    const tokens = this.tokens();
    const kinds = Object.keys(tiles).length ? [h("p", {}, what), h("div.row", { role: "list", "aria-label": this.say.tiles }, ...this.held(tiles))] : [];
    return h("section.panel", {}, ...kinds, h("p", {}, turn), h("p", {}, ra),
      tokens.length ? h("p.row", {}, ...tokens) : null,
      starter ? h("p.row", {}, h("span", {}, starter[0]), sun(starter[1])) : null);
  }

  /** A key for each tile that can be drawn, and what it does. */
  families(kinds, does) {
    const { words, say } = this;
    const can = new Set(kinds);
    return words.families.map((family) => h(`div.grid.of${family.length}`, {},
      ...family.map((kind) => h("button.tile", { type: "button", do: does(kind), disabled: !can.has(kind), "aria-label": `${say.draw}: ${words.tiles[kind]}` },
        tile(kind, 44), caption(words.tiles[kind])))));
  }

  /** The tile that they drew last was another one. */
  mending() {
    const { own: { fix }, say, view, words } = this;
    return [h("div.list.drawn", {}, h("p.note", {}, words.worth[view.track[fix.space]].join("\n")), h("p.lead", {}, `${say.wrong}: ${words.tiles[view.track[fix.space]]}`), h("p.lead", {}, say.drawn),
      ...this.families(fix.kinds, (kind) => ({ fix: { at: fix.at, tile: kind } })),
      h("div.keys", {}, key({ open: "" }, say.back, { class: "key quiet" })))];
  }

  /** What whoever begins does first, in one line above their keys; it leads to all of it. */
  hands_key() {
    const tokens = this.tokens();
    return key({ open: "me" }, [picture("ui_hand", 22), this.say.before_next + (tokens.length ? ":" : ""), ...tokens], { class: "key quiet hands" });
  }

  turn() {
    const { own, say, view } = this;
    const families = own.draw.length ? this.families(own.draw, (kind) => ({ draw: kind })) : [];
    const again = this.again().filter(Boolean);
    return [h(`div.list.drawn${again.length ? ".again" : ""}`, {},
      own.hands && this.read !== view.epoch ? this.hands_key() : this.last(),
      this.track(),
      this.suns_of(this.me),
      families.length ? h("p.lead", {}, say.drawn) : null,
      ...families,
      again.length ? h("div.keys", {}, again) : null,
      h("div.keys.pair", {},
        own.gods.length ? key({ open: "god" }, [tile("god", 26), say.god]) : null,
        own.invoke ? key({ invoke: true }, [picture("ra_eye", 28), say.invoke], { class: "key call" }) : null),
      own.mends?.length ? h("div.keys", {}, this.mends()) : null)];
  }

  gods() {
    const { own, words, say } = this;
    return [
      h("div.grid.wide", {}, ...own.gods.map(([slot, kind]) =>
        h("button.tile", { type: "button", do: { god: slot }, "aria-label": words.tiles[kind] }, tile(kind, 56), caption(words.tiles[kind])))),
      h("div.keys", {}, own.end_gods ? key({ end_gods: true }, say.done, { class: "key main" }) : key({ open: "" }, say.back, { class: "key quiet" }), ...this.again()),
    ];
  }

  bidding() {
    const { own, view, say } = this;
    const lead = view.seats.find((seat) => seat.bid !== null && seat.bid === view.lead);
    const can = new Set(own.bids);
    const { up: mine, asked, bid, called, passed } = this.me;
    const state = passed ? say.passed : bid !== null ? bid !== view.lead && called : !mine.length ? say.none_left : !can.size && say.none_higher;
    const empty = () => h("span", {}); // what is not there leaves its place to nothing else
    return [lead ? h("p.leads", { colour: lead.button }, emblem(lead.button), h("b", {}, lead.name), h("span", {}, say.leads), sun(lead.bid)) : null,
      state ? h("p.note", {}, state) : null,
      mine.length ? h(`div.suns${asked ? "" : ".rest"}`, {}, ...mine.map((number) => h("button.bid", { type: "button", do: can.has(number) ? { bid: number } : { why: own.dark }, "aria-disabled": can.has(number) ? null : "true", "aria-label": `${say.suns} ${number}` }, sun(number)))) : this.holdings(),
      h("div.keys.ends", {}, this.again()[1] ?? empty(), own.pass ? key({ pass: true }, say.pass, asked ? {} : { class: "key quiet" }) : empty())];
  }

  losing() {
    return [this.last(), ...this.discarding(this.own, { lose: this.chosen }, this.again())];
  }

  discarding({ lose, losable }, does, more) {
    const { words, say, chosen } = this;
    return [
      h("p.lead", {}, `${say.lose} (${chosen.length} / ${lose})`),
      h("div.grid.wide", {}, ...Object.entries(losable).map(([kind, copies]) => {
        const taken = chosen.filter((each) => each === kind).length;
        return h("button.tile", { type: "button", do: { choose: kind }, "aria-pressed": String(taken > 0),
          "aria-label": `${words.tiles[kind]} ${taken} / ${copies}` }, tile(kind, 56), caption(words.tiles[kind]),
          copies > 1 ? h("em", { "aria-hidden": "true" }, String(copies)) : null, taken ? h("em.taken", { "aria-hidden": "true" }, `−${taken}`) : null);
      })),
      h("div.keys", {}, key(does, say.done, { class: "key main", disabled: chosen.length !== lose }), ...more),
    ];
  }

  held(tiles, side = 36) {
    const { words } = this;
    return Object.entries(tiles).filter(([, copies]) => copies).map(([kind, copies]) =>
      h("span.held", { role: "listitem" }, h("button.about", { type: "button", do: { worth: [kind] }, "aria-label": `${words.tiles[kind]} ${copies}` }, tile(kind, side), copies > 1 ? h("em", { "aria-hidden": "true" }, String(copies)) : null)));
  }

  /** Everything that somebody has won, in a row. */
  tiles_of(seat, side) {
    return h("div.row", { role: "list", "aria-label": this.say.tiles }, ...this.held(seat.tiles, side), seat === this.me ? this.asks(Object.keys(seat.tiles)) : null);
  }

  suns_of(seat) {
    return h("div.row", { role: "list", "aria-label": this.say.suns },
      ...seat.up.map((number) => h("span", { role: "listitem" }, sun(number))),
      ...seat.down.map((number) => h("span", { role: "listitem", "aria-label": `${number}, ${this.say.used}` }, sun(number, "down"))));
  }

  holdings() {
    return this.me ? h("section.panel", {}, this.suns_of(this.me), this.tiles_of(this.me)) : null;
  }

  /** All points of one's own, as long as a finger holds on. */
  points() {
    const { own, say } = this;
    if (own?.points === null || own?.points === undefined) return null;
    return h("button.key.points", { type: "button", id: "points", "aria-live": "off" }, h("span", {}, say.points), h("b", {}, this.holding ? String(own.points) : say.hold));
  }

  mine() {
    const { own, say } = this;
    return [...own?.hands && !own.turns ? [h("p.lead", {}, say.before_next), this.done_by_hand()] : [], this.holdings(), this.points(),
      own?.worth?.length ? added(say.worth, own.worth, say.total, true) : null,
      h("div.keys", {}, ...this.mends(), key({ open: "language" }, [picture("ui_globe", 22), say.language], { class: "key quiet" }), key({ stand: true }, say.stand, { class: "key quiet" }))];
  }

  table() {
    const { view } = this;
    return [this.track(), ...view.seats.map((seat) => h(`section.panel.player${seat.asked ? ".asked" : ""}`, { colour: seat.button },
      h("h2", {}, h("i.badge", {}, emblem(seat.button, 18)), seat.name, view.auction ? h("small", {}, seat.passed ? this.say.passed : seat.called) : null, seat.points !== null ? h("em", {}, String(seat.points)) : null),
      this.suns_of(seat), this.tiles_of(seat, 30))),
    this.me ? null : h("p.note", {}, this.say.nobody),
    this.me ? null : h("div.keys", {}, key({ open: "seats" }, this.say.sit))];
  }

  rules() {
    return [h("ul.card", {}, ...this.view.card.map((line) => h("li", {}, line)))];
  }

  count() {
    const { words, say } = this;
    const count = this.draft;
    const step = (kind, by) => h("button.step", { type: "button", do: { step: [kind, by] }, "aria-label": `${by > 0 ? say.more : say.less}: ${words.tiles[kind] ?? say.before}`, disabled: by < 0 && !(kind === "before" ? count.before : count.tiles[kind]) }, by > 0 ? "+" : "−");
    const rows = Object.entries(count.tiles).map(([kind, copies]) => h("div.count", {}, tile(kind, 40), h("span", {}, words.tiles[kind]), step(kind, -1), h("output", {}, String(copies)), step(kind, 1)));
    const before = count.asks_before ? h("div.count", {}, picture("ui_crown", 32), h("span", {}, say.before), step("before", -1), h("output", {}, String(count.before ?? 0)), step("before", 1)) : null;
    return [
      before, ...rows,
      count.in_play.length ? h("div.suns.small", {}, ...count.in_play.map((number) =>
        h("button.bid", { type: "button", do: { lay: number }, "aria-pressed": String(count.suns.includes(number)), "aria-label": `${say.suns} ${number}` }, sun(number, count.suns.includes(number) ? "up" : "down")))) : null,
      h("div.keys.sticky", {}, this.own.count.done && !this.changed ? h("p.note", {}, say.counted) : null,
        key({ counted: true }, say.count, { class: "key main" })),
    ];
  }

  result() {
    const { view, say } = this;
    const order = [...view.seats].sort((one, other) => (one.place ?? 9) - (other.place ?? 9));
    if (this.open === "look") return this.look();
    const presses = this.presses();
    if (this.open === "rematch" && presses.length) return [h("p.note", {}, say.again), h("div.keys", {}, ...presses, key({ open: "" }, say.back, { class: "key quiet" }))];
    return [
      h("ol.result", {}, ...order.map((seat) => h(`li${seat.button === view.me ? ".own" : ""}`, { colour: seat.button }, h("b", {}, seat.place ? `${seat.place}.` : ""), emblem(seat.button), h("span", {}, seat.name), seat.points !== null ? h("em", {}, String(seat.points)) : null))),
      ...view.ties.map((tie) => h("p.note", {}, tie)),
      h("div.keys", {}, this.own?.past?.length ? key({ open: "look" }, [picture("ui_crown", 22), say.points]) : null, view.home ? h("a.key", { href: view.home, rel: "noreferrer", target: "_blank" }, say.home) : null,
        order.some((seat) => seat.points !== null) ? key({ keep: true }, say.picture, { class: "key quiet" }) : null,
        presses.length ? key({ open: "rematch" }, this.own.press.ra) : null),
    ];
  }

  look() {
    const { own: { past, start }, me: { points }, say } = this;
    const epochs = past.map((rows, at) => added(["I", "II", "III"][at], rows, say.total));
    const is_less = start + total(past.flat()) < points;
    return [h("p.lead", {}, `${say.start}: ${start}`), ...epochs, is_less ? h("p.lead", {}, say.least) : null, h("p.lead.sum", {}, `${say.total}: ${points}`), h("div.keys", {}, key({ open: "" }, say.back, { class: "key quiet" }))];
  }

  foot() {
    const { view, say } = this;
    if (!this.me || !["game", "count"].includes(view.stage)) return [];
    const tab = (open, icon, label) => h("button.tab", { type: "button", do: { open }, "aria-pressed": String((["god", "late", "mend"].includes(this.open.split(" ")[0]) ? "" : this.open) === open) }, picture(icon, 24), h("span", {}, label));
    return [tab("", "ra_eye", say.game),
      tab("me", "ui_hand", say.me), tab("table", "ui_seat", say.table), view.card.length ? tab("rules", "ui_book", say.rules) : null];
  }

  mine_now() {
    return Boolean(this.own?.asked && !this.offline);
  }
}
