// Joins, listens, and brings the page to what the table shows; every press is one deed.

import { act, join, listen } from "./wire.js";
import { Page, fit, h, morph, scored, tile } from "./view.js";

const state = {
  view: null, words: null, open: "", chosen: [], draft: null, changed: false,
  read: 0, holding: false, offline: false, gone: false, watching: false, name: localStorage.getItem("name") ?? "",
};
const SLOW_MS = 2000; // a table answers at once
const PAUSE_MS = 600; // between two letters of a name
let place = "";
let again = () => {};

const at = (id) => document.getElementById(id);

async function speak(language) {
  const answer = await fetch(`/words/${language}`);
  state.words = await answer.json();
  document.documentElement.lang = state.words.language;
}

function fill(id, inside) {
  const wanted = at(id).cloneNode(false);
  wanted.append(...[inside].flat().filter(Boolean));
  if (state.offline) {
    for (const key of wanted.querySelectorAll("button[data-do]")) key.disabled ||= !is_local(key);
  }
  morph(at(id), wanted);
}

function show() {
  if (!state.view || !state.words) return;
  const page = new Page(state);
  fill("who", page.who());
  at("asked").textContent = page.asked();
  document.body.className = [page.me ? `c${page.me.button}` : "", page.mine_now() ? "mine" : ""].join(" ").trim();
  fill("state", page.state());
  fill("main", page.main());
  fit(at("main").querySelectorAll(".tile small, .pair .key"));
  fill("foot", page.foot());
}

function tell(sentence, rows = []) {
  const said = at("said");
  said.className = rows.length ? "rows" : "";
  said.replaceChildren(...rows.length ? rows : [sentence]);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => tell(""), Math.max(5000, said.textContent.length * 80));
}

/** Until the table is heard again nothing can be done: what is touched meanwhile is lost. */
function lost() {
  if (state.gone) return;
  state.offline = true;
  tell("");
  if (!state.view && state.words) at("asked").textContent = state.words.say.offline;
  show();
}

async function shown(view) {
  state.offline = Boolean(view.offline);
  const is_new = !state.view || state.view.seen !== view.seen || state.view.stage !== view.stage;
  state.view = view;
  if (view.language && view.language !== state.words.language) await speak(view.language);
  view.seats ??= [];
  view.card ??= [];
  view.free ??= [];
  view.ties ??= [];
  view.last ??= [];
  view.dealt ??= [];
  const is_mending = (state.open === "mend" && view.own?.fix) || new Page(state).mended(); // or a draw would come under the finger
  if (is_new) {
    if (!is_mending) state.chosen = [];
    if (["god", "late", "seats"].includes(state.open)) state.open = ""; // what is mended stays the same entry
  }
  const now = `${view.stage} ${view.own?.asked ?? ""}`;
  if (now !== place && view.own?.asked && !is_mending) state.open = "";
  place = now;
  const count = view.own?.count;
  if (!count) state.draft = null;
  else if (is_new || !state.draft || !state.changed) {
    state.draft = structuredClone(count);
    state.changed = false;
  }
  if (is_new) scrollTo(0, 0);
  if (is_new && at("said").className) tell(""); // the rules of tiles that may have gone
  show();
}

function gone() {
  state.view = null;
  state.gone = true;
  fill("who", []);
  fill("state", []);
  fill("foot", []);
  document.body.className = "";
  at("asked").textContent = state.words.say.stale;
  fill("main", []);
}

async function send(what) {
  const view = state.view;
  document.body.classList.add("busy");
  const slow = setTimeout(lost, SLOW_MS);
  const answer = await act(view.seen, what, view.me, () => state.offline || state.gone);
  clearTimeout(slow);
  document.body.classList.remove("busy");
  if (answer.ok) state.offline = false;
  if (answer.gone) gone();
  else if (answer.offline && !state.gone) {
    lost();
    again();
  }
  else if (answer.why) {
    tell(answer.why);
    if (answer.view) shown(answer.view);
  }
  return answer.ok;
}

/** What stays on the phone: pages that are opened, tiles that are chosen, what is counted. */
const LOCAL = {
  open(what) {
    if (what === "watch") state.watching = true;
    if (`${state.open} ${what}`.includes("mend ")) state.chosen = [];
    state.open = what === "watch" ? "" : state.open === what ? "" : what;
    scrollTo(0, 0);
  },
  choose(kind) {
    const own = new Page(state).mended() ?? state.view.own;
    const taken = state.chosen.filter((each) => each === kind).length;
    if (taken === 0 && state.chosen.length === own.lose) tell(own.most);
    else if (taken < own.losable[kind] && state.chosen.length < own.lose) state.chosen.push(kind);
    else state.chosen = state.chosen.filter((each) => each !== kind);
  },
  read(epoch) {
    state.read = epoch;
  },
  why(sentence) {
    tell("", [h("p", {}, sentence)]);
  },
  worth(kinds) {
    tell("", scored(kinds, state.words.worth));
  },
  step([kind, by]) {
    const { draft } = state;
    if (kind === "before") draft.before = Math.max(0, (draft.before ?? 0) + by);
    else draft.tiles[kind] = Math.max(0, draft.tiles[kind] + by);
    state.changed = true;
  },
  lay(number) {
    const { suns } = state.draft;
    state.draft.suns = suns.includes(number) ? suns.filter((each) => each !== number) : [...suns, number];
    state.changed = true;
  },
};

const ALWAYS = new Set([...Object.keys(LOCAL), "keep"]);

/** Whether a key asks nothing of the table. */
function is_local(key) {
  return Object.keys(JSON.parse(key.dataset.do)).every((name) => ALWAYS.has(name));
}

async function counted() {
  const { tiles, suns, before, asks_before } = state.draft;
  const what = { tiles, suns, done: true };
  if (asks_before) what.before = before ?? 0;
  if (await send({ count: what })) state.changed = false;
}

/** A picture of the result, made here: nothing of it leaves the phone by itself. */
function keep() {
  const seats = [...state.view.seats].sort((one, other) => (one.place ?? 9) - (other.place ?? 9));
  const sheet = h("canvas", { width: 1080, height: 240 + seats.length * 150 });
  const pen = sheet.getContext("2d");
  const style = getComputedStyle(document.body);
  pen.fillStyle = style.getPropertyValue("--ground");
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.font = "800 72px system-ui, sans-serif";
  pen.fillStyle = style.getPropertyValue("--gold");
  pen.fillText("Ra", 60, 130);
  seats.forEach((seat, row) => {
    const top = 200 + row * 150;
    pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--c${seat.button}`);
    pen.fillRect(60, top, 960, 120);
    pen.fillStyle = "#0a0d1c";
    pen.fillText(`${seat.place ?? ""}  ${seat.name}`, 90, top + 86, 700);
    pen.textAlign = "right";
    pen.fillText(String(seat.points ?? ""), 990, top + 86);
    pen.textAlign = "left";
  });
  sheet.toBlob((blob) => {
    const link = h("a", { href: URL.createObjectURL(blob), download: "ra.png" });
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

const TWICE = { ms: 600, px: 40 };
let pressed = "";
let first = { at: -Infinity, x: 0, y: 0, what: "" };
document.addEventListener("pointerdown", (event) => {
  const { timeStamp: at, clientX: x, clientY: y } = event;
  pressed = event.target.closest("[data-do]")?.dataset.do ?? "";
  const what = pressed.split(":")[0];
  const is_twice = first.what && at - first.at < TWICE.ms && Math.hypot(x - first.x, y - first.y) < TWICE.px;
  if (is_twice && what !== first.what) pressed = ""; // a second tap has not seen what came under it
  else first = { at, x, y, what };
});
document.addEventListener("click", async (event) => {
  const key = event.target.closest("[data-do]");
  if (!key) tell("");
  if (!key || key.disabled) return;
  if (event.detail && key.dataset.do !== pressed) return; // it has changed under the finger
  tell("");
  const what = JSON.parse(key.dataset.do);
  const [[name, given]] = Object.entries(what);
  if (name in LOCAL) LOCAL[name](given);
  else if (name === "counted") await counted();
  else if (name === "keep") keep();
  else if (name === "sit") await send({ sit: { seat: given, name: typed() } });
  else {
    if (name === "language") state.open = "";
    const { view } = state;
    if (await send(what) && what.press && view.own?.hands) state.read = view.epoch;
    if (["god", "fix", "bid"].includes(name)) state.open = "";
  }
  show();
});

/** Remember the name in the field, if there is one, and return it. */
function typed() {
  state.name = at("name")?.value.trim() ?? state.name;
  localStorage.setItem("name", state.name);
  return state.name;
}

let pause = 0;

/** Call whoever sits here so a moment after they typed, or at once: somebody may begin meanwhile. */
function renamed(wait) {
  clearTimeout(pause);
  if (at("name") && state.view?.me !== null) pause = setTimeout(() => at("name") && send({ name: typed() }), wait);
}
document.addEventListener("input", (event) => {
  if (event.target.id !== "name") return;
  typed(); // another page may come over it
  renamed(PAUSE_MS);
});
document.addEventListener("change", (event) => event.target.id === "name" && renamed(0));
document.addEventListener("keydown", (event) => event.target.id === "name" && event.key === "Enter" && renamed(0));

function hold(is_held) {
  if (state.holding === is_held) return;
  state.holding = is_held;
  show();
}
document.addEventListener("pointerdown", (event) => event.target.closest("#points") && hold(true));
for (const end of ["pointerup", "pointercancel", "blur", "visibilitychange"]) {
  addEventListener(end, () => hold(false), true);
}
document.addEventListener("contextmenu", (event) => event.target.closest("#points") && event.preventDefault());
document.addEventListener("keydown", (event) => {
  if ([" ", "Enter"].includes(event.key) && event.target.closest?.("#points")) hold(true);
});
document.addEventListener("keyup", () => hold(false));

/** Fetch the pictures of all tiles while people sit down, so that a first turn does not wait. */
function fetch_pictures() {
  for (const kind of Object.keys(state.words.tiles)) tile(kind);
}

async function begin() {
  await speak(navigator.languages.join(","));
  fetch_pictures();
  at("asked").textContent = state.words.say.wait;
  const secret = location.hash.slice(1);
  if (secret) {
    await join(secret).catch(() => false);
    history.replaceState(null, "", "/");
  }
  again = listen(shown, lost, gone);
  addEventListener("hashchange", () => location.reload()); // a new code in the same window
}

addEventListener("resize", show); // names fit again
begin();
