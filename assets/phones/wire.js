// Speaks with the table: the secret for a cookie, what is shown as it changes, and deeds.

const SILENT_MS = 20000; // a stream says that it is there every 15 seconds
const AGAIN_MS = 700;
const TRIES = 4;
const ANSWER_MS = 6000; // the table says sooner that it has none

let last = 0;
let ahead = 0; // of this clock the table's: what arrives too long after it was touched is not done

/** The number of a deed: sent twice, it is done once. */
function number() {
  last = Math.max(last + 1, Date.now() * 1000);
  return last;
}

const wait = (ms) => new Promise((done) => setTimeout(done, ms));

function post(path, what) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(what),
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

/** Show the secret of the code; say whether it is the right one. */
export async function join(secret) {
  const answer = await post("/join", { secret, languages: navigator.languages.join(",") });
  return answer.ok;
}

/** Do something, again if the answer is lost, but for the connection's being so: nothing is done later. */
export async function act(seen, what, seat, is_lost) {
  const deed = { n: number(), seen, at: Math.max(0, Date.now() + ahead), do: what };
  if (seat !== null && seat !== undefined) deed.seat = seat;
  for (let tried = 0; tried < TRIES && !is_lost(); tried += 1) {
    try {
      const answer = await post("/do", deed);
      if (answer.status === 200) return { ok: true };
      if (answer.status === 409) {
        const told = await answer.json();
        ahead = told.at - Date.now();
        return told;
      }
      if (answer.status === 403) return { gone: true };
      if (answer.status < 500 && answer.status !== 429) return {};
    } catch { /* the network has gone for a moment */ }
    await wait(AGAIN_MS);
  }
  return { offline: true };
}

/** Listen for as long as the page is open; a stream that falls silent is opened again. Return what does so now. */
export function listen(shown, offline, gone) {
  let stop = null;
  let heard = 0;

  async function once() {
    const control = new AbortController();
    stop = () => control.abort();
    heard = Date.now();
    const watch = setInterval(() => Date.now() - heard > SILENT_MS && control.abort(), 1000);
    try {
      const answer = await fetch("/events", { signal: control.signal, cache: "no-store" });
      if (answer.status === 403) return false;
      if (!answer.ok) throw new Error("no stream");
      return await read(answer.body.getReader());
    } finally {
      clearInterval(watch);
    }
  }

  async function read(reader) {
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      heard = Date.now();
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop();
      for (const each of events) {
        if (each.startsWith("event: gone")) return false;
        const [, told, data] = /^id: (\d+)\ndata: (.*)$/s.exec(each) ?? [];
        if (!data) continue;
        ahead = told - Date.now();
        shown(JSON.parse(data));
      }
    }
  }

  async function forever() {
    for (;;) {
      try {
        if (!(await once())) {
          gone();
          return;
        }
      } catch { offline(); }
      if (document.hidden) await new Promise((done) => wake.push(done));
      else await wait(300);
    }
  }

  const wake = [];
  function awake() {
    if (document.hidden) return;
    wake.splice(0).forEach((done) => done());
    if (Date.now() - heard > 2000) stop?.();
  }
  document.addEventListener("visibilitychange", awake);
  addEventListener("pageshow", awake);
  addEventListener("online", awake);
  addEventListener("offline", () => { stop?.(); offline(); });
  forever();
  return () => stop?.();
}
