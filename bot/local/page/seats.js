// The side: channels with what is unread, the people whose seat can be taken, one's own settings.

import { avatar, h, openDialog } from "./dom.js";
import { say } from "./words.js";

export function drawChannels(app) {
  const tables = app.channels.filter((channel) => !channel.direct && !channel.thread);
  const threads = (parent) => app.channels.filter((channel) => channel.thread && channel.parent === parent.id);
  const direct = app.channels.filter((channel) => channel.direct);
  document.getElementById("channels").replaceChildren(
    h("h2", {}, say("channels")),
    h("ul", {}, tables.flatMap((channel) => [line(app, channel), ...threads(channel).map((thread) => line(app, thread))])),
    h("h2", {}, say("direct")),
    h("ul", {}, direct.map((channel) => line(app, channel))));
  // On the way to the side: what waits where one isn't.
  const calls = app.channels.reduce((sum, channel) => sum + (channel.id === app.open ? 0 : channel.calls), 0);
  app.way.replaceChildren("☰", ...(calls > 0 ? [badge(calls)] : []));
}

function line(app, channel) {
  const here = app.open === channel.id;
  const fresh = app.fresh.has(channel.id);
  const bot = app.person(app.bot);
  return h("li", {}, h("button", {
    type: "button", className: `channel ${channel.thread ? "thread" : ""} ${channel.archived ? "archived" : ""} ${channel.unread ? "unread" : ""}`,
    "aria-current": here ? "page" : null, "data-channel": channel.id, onclick: () => app.go(channel.id),
  }, channel.direct ? avatar(bot, "tiny") : h("span", { className: "sign", "aria-hidden": "true" }, channel.thread ? "↳" : channel.forum ? "▤" : "#"),
    h("span", { className: "channel-name" }, channel.name),
    channel.calls > 0 ? badge(channel.calls) : mark(channel, fresh)));
}

/** Something new that called nobody, or something that changed. */
function mark(channel, fresh) {
  if (channel.unread > 0) return h("span", { className: "new", role: "img", "aria-label": say("unread", { n: channel.unread }) });
  return fresh && h("span", { className: "fresh", title: say("fresh") });
}

function badge(count) {
  return h("span", { className: "badge", role: "img", "aria-label": say("calls", { n: count }) }, count > 99 ? "99+" : String(count));
}

export function drawSeats(app) {
  const people = app.people.filter((person) => !person.bot);
  document.getElementById("seats").replaceChildren(
    ...people.map((person) => seat(app, person)),
    h("button", { type: "button", className: "seat add", onclick: () => addPerson(app) },
      h("span", { className: "avatar", "aria-hidden": "true" }, "+"), h("span", { className: "seat-name" }, say("person.add"))));
}

function seat(app, person) {
  const mine = person.id === app.me;
  return h("a", {
    className: "seat", href: `#${person.username}`, "aria-current": mine ? "true" : null,
    title: mine ? say("seat.yours") : say("seat.take", { name: person.name }),
  }, avatar(person), h("span", { className: "seat-name" }, person.name),
    person.closed && h("img", { className: "closed", src: "/page/lock.svg", alt: say("seat.closed"), title: say("seat.closed"), width: 13, height: 13 }),
    !mine && person.waiting > 0 && badge(person.waiting));
}

export function drawMe(app) {
  const person = app.person(app.me);
  document.getElementById("me").replaceChildren(
    avatar(person),
    h("div", { className: "me-text" }, h("b", {}, person.name), h("small", {}, `${person.locale}${person.closed ? ` · ${say("seat.closed.short")}` : ""}`)),
    h("button", { type: "button", className: "icon", "aria-label": say("settings"), onclick: () => settings(app) }, "⚙"));
}

export function drawGuild(app) {
  document.getElementById("guild-name").textContent = app.guild.name;
  const state = document.getElementById("bot-state");
  const bot = app.person(app.bot).name;
  state.textContent = app.reachable ? say(app.online ? "bot.here" : "bot.away", { name: bot }) : say("unreachable");
  state.classList.toggle("online", app.online && app.reachable);
}

/** Before one sits down: who are you? */
export function drawDoor(app) {
  const people = app.people.filter((person) => !person.bot);
  document.getElementById("door").replaceChildren(h("div", { className: "door-inner" },
    h("img", { src: "/page/crest.svg", alt: "", width: 72, height: 72 }),
    h("h1", {}, app.guild.name),
    h("p", {}, say("door")),
    h("div", { className: "door-people" }, people.map((person) => h("a", { className: "door-person", href: `#${person.username}` },
      avatar(person, "large"), h("span", {}, person.name))))));
}

async function addPerson(app) {
  const input = h("input", { name: "name", required: true, maxLength: 32, autocomplete: "off" });
  const form = h("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    if (await app.act("add", { name: input.value })) dialog.close();
  } }, h("h2", {}, say("person.add")), h("label", { className: "field" }, h("span", { className: "field-label" }, say("person.name")), input),
    h("div", { className: "dialog-actions" },
      h("button", { className: "button secondary", type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button", { className: "button primary", type: "submit" }, say("add"))));
  const dialog = openDialog("modal", say("person.add"), form);
}

function settings(app) {
  const person = app.person(app.me);
  const languages = (chosen) => app.locales.map((locale) =>
    h("option", { value: locale, selected: locale === chosen }, `${new Intl.DisplayNames(document.documentElement.lang, { type: "language" }).of(locale)} (${locale})`));
  const name = h("input", { value: person.name, required: true, maxLength: 32, autocomplete: "off" });
  const locale = h("select", {}, languages(person.locale));
  const guild = h("select", {}, languages(app.guild.locale));
  const closed = h("input", { type: "checkbox", checked: person.closed });
  const left = h("input", { type: "checkbox", checked: person.left });
  const form = h("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    const told = await app.act("person", { name: name.value, locale: locale.value, closed: closed.checked, left: left.checked });
    if (told && guild.value !== app.guild.locale) await app.act("guild", { locale: guild.value });
    if (told) dialog.close();
  } },
    h("h2", {}, say("settings")),
    h("label", { className: "field" }, h("span", { className: "field-label" }, say("settings.name")), name),
    h("label", { className: "field" }, h("span", { className: "field-label" }, say("settings.language")), locale),
    h("label", { className: "field across" }, closed, h("span", {}, say("settings.closed"))),
    h("label", { className: "field across" }, left, h("span", {}, say("settings.left"))),
    h("label", { className: "field" }, h("span", { className: "field-label" }, say("settings.guild")), guild),
    h("div", { className: "dialog-actions" },
      h("button", { className: "button secondary", type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button", { className: "button primary", type: "submit" }, say("save"))));
  const dialog = openDialog("modal", say("settings"), form);
}
