// The side: channels with what is unread, the people whose seat can be taken, one's own settings.

import { avatar, h, openDialog } from "./dom.js";

export function drawChannels(app) {
  const tables = app.channels.filter((channel) => !channel.direct && !channel.thread);
  const threads = (parent) => app.channels.filter((channel) => channel.thread && channel.parent === parent.id);
  const direct = app.channels.filter((channel) => channel.direct);
  document.getElementById("channels").replaceChildren(
    h("h2", {}, "Channels"),
    h("ul", {}, tables.flatMap((channel) => [line(app, channel), ...threads(channel).map((thread) => line(app, thread))])),
    h("h2", {}, "Direct messages"),
    h("ul", {}, direct.map((channel) => line(app, channel))));
}

function line(app, channel) {
  const here = app.open === channel.id;
  const fresh = app.fresh.has(channel.id);
  const bot = app.person(app.bot);
  return h("li", {}, h("button", {
    type: "button", className: `channel ${channel.thread ? "thread" : ""} ${channel.unread ? "unread" : ""}`,
    "aria-current": here ? "page" : null, "data-channel": channel.id, onclick: () => app.go(channel.id),
  }, channel.direct ? avatar(bot, "tiny") : h("span", { className: "sign", "aria-hidden": "true" }, channel.thread ? "↳" : "#"),
    h("span", { className: "channel-name" }, channel.name),
    channel.unread > 0 ? badge(channel.unread) : fresh && h("span", { className: "fresh", title: "Something changed here" })));
}

function badge(count) {
  return h("span", { className: "badge", "aria-label": `${count} unread` }, count > 99 ? "99+" : String(count));
}

export function drawSeats(app) {
  const people = app.people.filter((person) => !person.bot);
  document.getElementById("seats").replaceChildren(
    ...people.map((person) => seat(app, person)),
    h("button", { type: "button", className: "seat add", onclick: () => addPerson(app) },
      h("span", { className: "avatar", "aria-hidden": "true" }, "+"), h("span", { className: "seat-name" }, "Add a person")));
}

function seat(app, person) {
  const mine = person.id === app.me;
  return h("a", {
    className: "seat", href: `#${person.username}`, "aria-current": mine ? "true" : null,
    title: mine ? "Your seat" : `Sit down as ${person.name} (another tab works too)`,
  }, avatar(person), h("span", { className: "seat-name" }, person.name),
    person.closed && h("span", { className: "closed", title: "Direct messages closed" }, "🔒"),
    !mine && person.waiting > 0 && badge(person.waiting));
}

export function drawMe(app) {
  const person = app.person(app.me);
  document.getElementById("me").replaceChildren(
    avatar(person),
    h("div", { className: "me-text" }, h("b", {}, person.name), h("small", {}, `${person.locale}${person.closed ? " · DMs closed" : ""}`)),
    h("button", { type: "button", className: "icon", "aria-label": "Settings", onclick: () => settings(app) }, "⚙"));
}

export function drawGuild(app) {
  document.getElementById("guild-name").textContent = app.guild.name;
  const state = document.getElementById("bot-state");
  const bot = app.person(app.bot).name;
  state.textContent = app.reachable ? (app.online ? `${bot} is here` : `${bot} is away`) : "Out of reach…";
  state.classList.toggle("online", app.online && app.reachable);
}

/** Before one sits down: who are you? */
export function drawDoor(app) {
  const people = app.people.filter((person) => !person.bot);
  document.getElementById("door").replaceChildren(h("div", { className: "door-inner" },
    h("img", { src: "/page/crest.svg", alt: "", width: 72, height: 72 }),
    h("h1", {}, app.guild.name),
    h("p", {}, "Who is sitting down? Open another tab for another player."),
    h("div", { className: "door-people" }, people.map((person) => h("a", { className: "door-person", href: `#${person.username}` },
      avatar(person, "large"), h("span", {}, person.name))))));
}

async function addPerson(app) {
  const input = h("input", { name: "name", required: true, maxLength: 32, autocomplete: "off" });
  const form = h("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    if (await app.act("add", { name: input.value })) dialog.close();
  } }, h("h2", {}, "Add a person"), h("label", { className: "field" }, h("span", { className: "field-label" }, "Name"), input),
    h("div", { className: "dialog-actions" },
      h("button", { className: "button secondary", type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { className: "button primary", type: "submit" }, "Add")));
  const dialog = openDialog("modal", "Add a person", form);
}

function settings(app) {
  const person = app.person(app.me);
  const languages = (chosen) => app.locales.map((locale) =>
    h("option", { value: locale, selected: locale === chosen }, `${new Intl.DisplayNames("en", { type: "language" }).of(locale)} (${locale})`));
  const name = h("input", { value: person.name, required: true, maxLength: 32, autocomplete: "off" });
  const locale = h("select", {}, languages(person.locale));
  const guild = h("select", {}, languages(app.guild.locale));
  const closed = h("input", { type: "checkbox", checked: person.closed });
  const form = h("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    const told = await app.act("person", { name: name.value, locale: locale.value, closed: closed.checked });
    if (told && guild.value !== app.guild.locale) await app.act("guild", { locale: guild.value });
    if (told) dialog.close();
  } },
    h("h2", {}, "Settings"),
    h("label", { className: "field" }, h("span", { className: "field-label" }, "Your name"), name),
    h("label", { className: "field" }, h("span", { className: "field-label" }, "Your language"), locale),
    h("label", { className: "field across" }, closed, h("span", {}, "Refuse direct messages from the bot")),
    h("label", { className: "field" }, h("span", { className: "field-label" }, "The server's language"), guild),
    h("div", { className: "dialog-actions" },
      h("button", { className: "button secondary", type: "button", onclick: () => dialog.close() }, "Cancel"),
      h("button", { className: "button primary", type: "submit" }, "Save")));
  const dialog = openDialog("modal", "Settings", form);
}
