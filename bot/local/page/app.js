// The page: who sits here, what is open, what is being waited for.

import { h, toast } from "./dom.js";
import { Interactions } from "./interactions.js";
import { Pane } from "./pane.js";
import { drawChannels, drawDoor, drawGuild, drawMe, drawSeats } from "./seats.js";
import { Socket } from "./socket.js";
import { showTimes } from "./times.js";
import { say, speak } from "./words.js";

const WIDE = matchMedia("(min-width: 1180px)");

class App {
  people = [];
  channels = [];
  commands = [];
  guild = { name: "", locale: "en-US" };
  locales = [];
  me = null;
  bot = null;
  open = null;
  online = false;
  reachable = false;
  fresh = new Set(); // channels in which something changed while they were not on the screen
  beside = localStorage.getItem("beside") !== "no";

  constructor() {
    const menu = h("button", { className: "icon narrow", type: "button", "data-label": "menu.open", onclick: () => this.menu(true) }, "☰");
    const toggle = h("button", { className: "icon wide", type: "button", "data-label": "direct.beside", onclick: () => this.toggleBeside() }, "◫");
    this.toggle = toggle;
    this.way = menu;
    this.main = new Pane(this, { head: [menu, toggle] });
    this.side = new Pane(this);
    this.main.log.id = "log";
    this.interactions = new Interactions(this);
    this.side.element.classList.add("second");
    document.getElementById("panes").append(this.main.element, this.side.element);
    document.getElementById("side-close").addEventListener("click", () => this.menu(false));
    speak(this.locale);
    window.addEventListener("hashchange", () => this.sit());
    window.addEventListener("focus", () => this.panes.forEach((pane) => pane.seen()));
    WIDE.addEventListener("change", () => this.arrange());
    document.addEventListener("click", (event) => this.#follow(event));
    document.addEventListener("keydown", (event) => this.#spoiler(event));
    setInterval(() => showTimes(document.body, this.locale), 10_000);
    this.socket = new Socket((frame) => this.#hear(frame), () => this.#connected(), () => this.#reach(false));
  }

  get panes() {
    return this.side.channel ? [this.main, this.side] : [this.main];
  }

  get locale() {
    return this.me ? this.person(this.me).locale : navigator.language;
  }

  person(id) {
    return this.people.find((person) => person.id === id) ?? { id, name: "Somebody", colour: "#888", locale: "en-US" };
  }

  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** A command's name as this person's client shows it. */
  commandName(name) {
    const found = this.commands.find((command) => command.name.split(" ")[0] === name);
    return found?.shown.split(" ")[0] ?? name;
  }

  peopleOptions() {
    return this.people.map((person) => ({ label: person.name, value: person.id }));
  }

  roleOptions() {
    return this.guild.roles.map(({ id, name }) => ({ label: name, value: id }));
  }

  channelOptions() {
    return this.channels.filter((channel) => !channel.direct && !channel.archived).map((channel) => ({ label: `#${channel.name}`, value: channel.id, type: channel.type }));
  }

  // Asking

  ask(wish, details) {
    return this.socket.ask(wish, details);
  }

  /** Ask, and show what was wrong; gives whether it went well. */
  act(wish, details) {
    return this.attempt(() => this.ask(wish, details));
  }

  /** Do something that asks, and show what was wrong; gives whether it went well. */
  async attempt(wish) {
    try {
      await wish();
      return true;
    } catch (mistake) {
      toast(mistake.message, "bad");
      return false;
    }
  }

  refresh(message) {
    if (message) this.panes.forEach((pane) => pane.refresh(message));
  }

  // Hearing

  #hear(frame) {
    const hearing = {
      people: () => this.#tookPeople(frame),
      channels: () => this.tookChannels(frame.channels),
      commands: () => (this.commands = frame.commands),
      message: () => this.#tookMessage(frame.message),
      gone: () => this.panes.forEach((pane) => pane.channel === frame.channel && pane.remove(frame.message)),
      answered: () => this.interactions.ended(frame),
      typing: () => this.panes.forEach((pane) => pane.channel === frame.channel && pane.showTyping(this.person(this.bot).name)),
    };
    hearing[frame.event]?.();
  }

  #tookPeople(frame) {
    const before = JSON.stringify(this.people.map(({ waiting: _, ...person }) => person));
    Object.assign(this, { people: frame.people, guild: frame.guild, bot: frame.bot, online: frame.online, locales: frame.locales });
    const changed = before !== JSON.stringify(this.people.map(({ waiting: _, ...person }) => person));
    drawGuild(this);
    if (!this.me) {
      if (location.hash) this.sit();
      else drawDoor(this);
      return;
    }
    this.#speak();
    drawSeats(this);
    drawMe(this);
    if (changed) this.panes.forEach((pane) => pane.redraw());
    this.#title();
  }

  tookChannels(channels) {
    this.channels = channels;
    if (!this.channel(this.open) && channels.length) this.go(channels[0].id);
    drawChannels(this);
    for (const pane of this.panes) {
      pane.describe();
      pane.seen();
    }
    this.#title();
  }

  #tookMessage(view) {
    for (const pane of this.panes) {
      if (pane.channel !== view.channel) continue;
      pane.take(view);
      pane.typing.hidden = true;
    }
    if (this.panes.some((pane) => pane.channel === view.channel) || this.fresh.has(view.channel)) return;
    this.fresh.add(view.channel);
    drawChannels(this);
  }

  #connected() {
    this.#reach(true);
    if (this.me) this.sit();
  }

  #reach(reachable) {
    this.reachable = reachable;
    document.body.classList.toggle("unreachable", !reachable);
    if (this.guild.name) drawGuild(this);
  }

  #title() {
    const calls = this.channels.reduce((sum, channel) => sum + channel.calls, 0);
    const name = this.person(this.me).name;
    document.title = `${calls ? `(${calls}) ` : ""}${name} at ${this.guild.name}`;
  }

  #speak() {
    speak(this.locale);
  }

  // Places

  async sit() {
    const username = decodeURIComponent(location.hash.slice(1));
    const person = this.people.find((known) => known.username === username || known.name === username);
    if (!person) return drawDoor(this);
    const { me, channels, commands } = await this.ask("sit", { user: person.id });
    Object.assign(this, { me, channels, commands });
    this.#speak();
    drawGuild(this);
    document.getElementById("door").replaceChildren();
    document.getElementById("app").hidden = false;
    const place = this.channel(this.open) && !this.channel(this.open).direct ? this.open : channels[0].id;
    this.interactions.clear();
    this.fresh.clear();
    drawSeats(this);
    drawMe(this);
    this.main.channel = this.side.channel = null;
    await this.go(place);
  }

  /** Open a channel in the main pane; the direct messages stay beside it where there is room. */
  async go(channel) {
    this.open = channel;
    this.fresh.delete(channel);
    this.menu(false);
    drawChannels(this);
    await Promise.all([this.main.channel === channel ? null : this.main.show(channel), this.arrange()]);
  }

  async arrange() {
    const direct = this.channels.find((channel) => channel.direct);
    const room = WIDE.matches && this.beside && direct && this.open !== direct.id;
    document.getElementById("panes").classList.toggle("two", Boolean(room));
    this.toggle.setAttribute("aria-pressed", String(Boolean(this.beside)));
    if (!room) this.side.channel = null;
    else if (this.side.channel !== direct.id) await this.side.show(direct.id);
  }

  toggleBeside() {
    this.beside = !this.beside;
    localStorage.setItem("beside", this.beside ? "yes" : "no");
    this.arrange();
  }

  read(channel) {
    const place = this.channel(channel);
    if (place) place.unread = place.calls = 0;
    this.act("read", { channel });
  }

  menu(open) {
    document.getElementById("app").classList.toggle("menu-open", open);
  }

  #follow(event) {
    const spoiler = event.target.closest(".spoiler");
    if (spoiler) spoiler.classList.add("shown");
    const link = event.target.closest("a[data-channel]");
    if (!link) {
      if (!event.target.closest(".side, .icon.narrow")) this.menu(false);
      return;
    }
    event.preventDefault();
    this.jump(link.dataset.channel, link.dataset.message);
  }

  async jump(channel, message) {
    if (!this.channel(channel)) return toast(say("hidden"), "bad");
    if (!this.panes.some((pane) => pane.channel === channel)) await this.go(channel);
    this.panes.find((pane) => pane.channel === channel)?.jump(message);
  }

  #spoiler(event) {
    if ((event.key === "Enter" || event.key === " ") && event.target.classList?.contains("spoiler")) event.target.classList.add("shown");
  }
}

new App();
