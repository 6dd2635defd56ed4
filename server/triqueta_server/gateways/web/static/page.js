// The page around the terminal: says who this browser is, gives the terminal the keyboard, and says how it ends.
"use strict";

const words = JSON.parse(document.body.dataset.words);
const terminal = document.getElementById("terminal");
const message = document.getElementById("message");
const again = document.getElementById("again");
const form = document.getElementById("password");
const TOLD = 4000;
const RETRY = 3000;
let leaving = false;

function notice(word) {
  document.body.classList.remove("-playing");
  message.textContent = words[word] ?? words.lost;
}

function offerReturn(word) {
  notice(word);
  again.hidden = false;
  again.focus();
}

async function comeBack() {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    if (answer.ok) return location.reload();
  } catch {
    // The server is not back yet.
  }
  setTimeout(comeBack, RETRY);
}

function ended(event) {
  if (leaving) return;
  if (event.code === TOLD && event.reason !== "closing") offerReturn(event.reason);
  else if (event.code === 1000) offerReturn("left");
  else {
    offerReturn(event.reason || "lost");
    setTimeout(comeBack, RETRY);
  }
}

// The table in this page's address. A page that is loaded again goes back to a seat that waits first.
function wanted() {
  const again = performance.getEntriesByType("navigation")[0]?.type === "reload" ? "&again" : "";
  const table = location.pathname.slice(1);
  return table ? `&table=${table}${again}` : "";
}

// The terminal's own script opens the line and keeps how it ended to itself.
const Line = window.WebSocket;
window.WebSocket = class extends Line {
  constructor(where) {
    super(where + wanted());
    this.addEventListener("close", ended);
    this.addEventListener("message", () => document.body.classList.add("-playing"), { once: true });
  }

  // Keys pressed while the line is still being opened are not lost.
  send(said) {
    if (this.readyState === Line.CONNECTING) {
      this.addEventListener("open", () => super.send(said), { once: true });
    } else if (this.readyState === Line.OPEN) super.send(said);
  }
};

function takeKeyboard() {
  terminal.querySelector(".xterm-helper-textarea")?.focus();
}

async function play() {
  // Cells are measured once, so the font has to be there before the terminal is.
  await Promise.all(["16px", "bold 16px"].map((style) => document.fonts.load(`${style} "Roboto Mono"`)));
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  terminal.dataset.sessionWebsocketUrl = `${scheme}//${location.host}/ws`;
  const script = document.createElement("script");
  script.src = "/static/js/textual.js";
  script.addEventListener("load", () => {
    // The script waits for the page to load, which is long done.
    window.onload(new Event("load"));
    takeKeyboard();
  });
  document.head.append(script);
}

async function enter(password) {
  const answer = await fetch("/identity", { method: "POST", body: password });
  if (answer.ok) {
    form.hidden = true;
    notice("loading");
    return play();
  }
  if (answer.status === 421) return notice("unknown_name");
  form.hidden = false;
  form.querySelector("input").value = "";
  form.querySelector("input").focus();
  const refusal = answer.status === 429 ? words.too_many_guesses : words.wrong_password;
  message.textContent = password ? refusal : "";
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  enter(form.querySelector("input").value);
});
again.addEventListener("click", () => location.reload());
window.addEventListener("beforeunload", () => (leaving = true));
window.addEventListener("focus", takeKeyboard);
terminal.addEventListener("mouseup", takeKeyboard);
enter("");
