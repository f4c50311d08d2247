// One channel on the screen: its messages, kept in place while they change, and where to write.

import { Composer } from "./composer.js";
import { h } from "./dom.js";
import { drawMessage } from "./message.js";
import { posts, state, threadButtons } from "./threads.js";
import { say } from "./words.js";

const TOGETHER = 5 * 60;
const PATIENCE = 700;

export class Pane {
  #messages = [];
  #waiting = new Map();

  constructor(app, { head = [] } = {}) {
    this.app = app;
    this.channel = null;
    this.log = h("div", { className: "log", role: "log", "aria-live": "polite", "aria-relevant": "additions", tabIndex: 0 });
    this.title = h("div", { className: "pane-title" });
    this.acts = h("div", { className: "pane-acts" });
    this.typing = h("p", { className: "typing", hidden: true });
    this.composer = new Composer(app, this);
    this.element = h("section", { className: "pane" },
      h("header", { className: "pane-head" }, head, this.title, this.acts),
      this.log, this.typing, this.composer.element);
    this.log.addEventListener("scroll", () => this.#read());
  }

  /** Show a channel from its latest messages on. */
  async show(channel) {
    this.channel = channel;
    this.#messages = [];
    this.log.replaceChildren();
    this.describe();
    const { messages, channels } = await this.app.ask("open", { channel });
    if (this.channel !== channel) return;
    this.#messages = messages;
    this.redraw();
    this.app.tookChannels(channels);
  }

  /** The channel's name, topic and whether one may write: they can change under the pane. */
  describe() {
    const place = this.app.channel(this.channel);
    if (!place) return;
    const sign = place.direct ? "@" : place.thread ? "↳" : place.forum ? "▤" : "#";
    this.title.replaceChildren(
      h("h2", {}, h("span", { className: "sign", "aria-hidden": "true" }, sign), place.name),
      h("p", { className: "topic" }, place.direct ? say("direct.topic") : state(place) ?? place.topic ?? ""));
    this.acts.replaceChildren(...threadButtons(this.app, place));
    this.log.querySelector(".posts")?.replaceWith(posts(this.app, place));
    this.log.setAttribute("aria-label", say("messages", { name: place.name }));
    this.composer.place(place);
  }

  redraw() {
    const elements = this.#messages.map((view, index) => drawMessage(view, this.app, this.#follows(index)));
    this.log.replaceChildren(h("div", { className: "top" }), this.#beginning(), ...elements);
    this.#watch(this.log);
    this.#toBottom();
  }

  /** Stay at the bottom while pictures without a known size come in. */
  #watch(element) {
    for (const image of element.querySelectorAll("img")) {
      image.addEventListener("load", () => this.#stick && this.#toBottom(), { once: true });
    }
  }

  #beginning() {
    const place = this.app.channel(this.channel);
    if (place?.forum) return h("div", { className: "beginning" }, posts(this.app, place));
    if (!place || this.#messages.length) return h("div", { className: "beginning" });
    const [before, after] = say("empty.hint").split("/");
    return h("div", { className: "beginning empty" },
      h("h3", {}, say(place.direct ? "empty.direct" : "empty.channel", { name: place.name })),
      h("p", {}, before, h("kbd", {}, "/"), after));
  }

  #follows(index) {
    const view = this.#messages[index];
    const before = this.#messages[index - 1];
    return Boolean(before && before.author === view.author && before.ephemeral === view.ephemeral
      && view.created - before.created < TOGETHER);
  }

  /** A message is new or different. */
  take(view) {
    const index = this.#messages.findIndex((known) => known.id === view.id);
    if (index < 0) this.#add(view);
    else if (view.revision >= this.#messages[index].revision) {
      this.#messages[index] = view;
      this.#replace(index);
    }
  }

  #add(view) {
    const stick = this.#stick;
    this.#messages.push(view);
    this.log.querySelector(".beginning.empty")?.remove();
    const element = drawMessage(view, this.app, this.#follows(this.#messages.length - 1));
    element.classList.add("arriving");
    this.log.append(element);
    this.#watch(element);
    const mine = view.ephemeral || view.author === this.app.me || view.answers === this.app.me;
    if (stick || mine) this.#toBottom();
    this.#read();
  }

  /** Draw again in place, once its pictures are there: no flicker, no jump, the focus kept. */
  async #replace(index) {
    const view = this.#messages[index];
    const fresh = drawMessage(view, this.app, this.#follows(index));
    this.#waiting.set(view.id, fresh);
    const pictures = [...fresh.querySelectorAll("img")].map((image) => image.decode().catch(() => {}));
    if (pictures.length) await Promise.race([Promise.all(pictures), new Promise((done) => setTimeout(done, PATIENCE))]);
    if (this.#waiting.get(view.id) !== fresh) return;
    this.#waiting.delete(view.id);
    const old = this.log.querySelector(`article[data-message="${view.id}"]`);
    if (!old) return;
    const stick = this.#stick;
    const focus = focusIn(old);
    old.replaceWith(fresh);
    this.#watch(fresh);
    focus?.(fresh);
    if (stick) this.#toBottom();
  }

  /** Draw one message again as it is: something about it changed on this side. */
  refresh(id) {
    const index = this.#messages.findIndex((view) => view.id === id);
    if (index >= 0) this.#replace(index);
  }

  remove(id) {
    this.#messages = this.#messages.filter((view) => view.id !== id);
    this.#waiting.delete(id);
    this.log.querySelector(`article[data-message="${id}"]`)?.remove();
  }

  /** Bring a message into view and let it glow for a moment. */
  jump(id) {
    const element = this.log.querySelector(`article[data-message="${id}"]`);
    if (!element) return;
    element.scrollIntoView({ block: "center", behavior: "smooth" });
    element.classList.add("jumped");
    setTimeout(() => element.classList.remove("jumped"), 1800);
  }

  showTyping(name) {
    this.typing.hidden = false;
    this.typing.textContent = say("bot.typing", { name });
    clearTimeout(this.typingTimer);
    this.typingTimer = setTimeout(() => (this.typing.hidden = true), 8000);
  }

  get #stick() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 80;
  }

  #toBottom() {
    this.log.scrollTop = this.log.scrollHeight;
  }

  #read() {
    const place = this.app.channel(this.channel);
    if (place?.unread && this.#stick && document.hasFocus()) this.app.read(this.channel);
  }

  /** The window came to the front: what is on the screen is read. */
  seen() {
    this.#read();
  }
}

/** How to put the focus back after the element is replaced: the same control, or the one in its place. */
function focusIn(element) {
  const active = document.activeElement;
  if (!element.contains(active)) return null;
  const focusable = "button, a[href], input, [tabindex]";
  const place = [...element.querySelectorAll(focusable)].indexOf(active);
  const name = active.dataset.id;
  return (fresh) => {
    const same = name && fresh.querySelector(`[data-id="${CSS.escape(name)}"]:not(:disabled)`);
    (same || fresh.querySelectorAll(focusable)[place])?.focus({ preventScroll: true });
  };
}
