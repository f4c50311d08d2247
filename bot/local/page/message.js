// One message as an element.

import { drawAttachment, drawComponents, drawEmbed } from "./components.js";
import { avatar, h } from "./dom.js";
import { clockTime, showTimes } from "./times.js";
import { say } from "./words.js";

/** Draw the message; `follows` leaves out the author when the one before is theirs and recent. */
export function drawMessage(view, app, follows) {
  if (view.system) return systemLine(view, app);
  const author = app.person(view.author);
  const own = view.author === app.me;
  const act = actions(view, app);
  const failure = app.interactions.failure(view.id);
  const plain = follows && !view.used;
  const body = h("div", { className: "body" },
    view.used && usedLine(view, app),
    !plain && h("p", { className: "byline" },
      h("span", { className: "author", colour: author.colour }, author.name),
      author.bot && h("span", { className: "tag" }, "App"),
      h("span", { className: "when" }, clockTime(view.created, app.locale))),
    view.loading ? thinking(author) : contents(view, act),
    view.thread && h("a", { className: "thread-link", href: "#", "data-channel": view.thread }, `↳ ${say("thread.open")}`),
    failure && h("p", { className: "failure", role: "alert" }, failure),
    view.ephemeral && privately(view, app));
  const element = h("article", {
    id: `message-${view.id}`,
    className: `message ${plain ? "follows" : ""} ${view.ephemeral ? "ephemeral" : ""} ${view.mentions.includes(app.me) ? "mentioned" : ""}`,
    "data-message": view.id,
    "data-revision": view.revision,
    "aria-label": `${author.name}, ${clockTime(view.created, app.locale)}`,
  }, plain ? h("span", { className: "gutter" }) : avatar(author), body,
    own && h("button", { className: "icon delete", type: "button", "aria-label": say("delete"), onclick: () => app.act("remove", { message: view.id }) }, "✕"));
  showTimes(element, app.locale);
  for (const mention of element.querySelectorAll(`.mention[data-user="${app.me}"]`)) mention.classList.add("myself");
  return element;
}

function contents(view, act) {
  return [
    view.html && h("div", { className: "text", html: view.html }),
    view.edited && view.html && h("span", { className: "edited" }, say("edited")),
    view.embeds.map(drawEmbed),
    view.attachments.map(drawAttachment),
    h("div", { className: "components" }, drawComponents(view.components, act)),
  ].flat();
}

/** One of Discord's own lines: a thread was started or renamed. */
function systemLine(view, app) {
  const name = view.thread ? h("a", { href: "#", "data-channel": view.thread }, view.text) : h("b", {}, view.text);
  return h("article", { id: `message-${view.id}`, className: "message system", "data-message": view.id, "data-revision": view.revision },
    h("span", { className: "gutter" }), h("p", { className: "body" }, `${app.person(view.author).name} ${say(view.system)} `, name));
}

function thinking(author) {
  return h("p", { className: "thinking" }, h("span", { className: "dots", "aria-hidden": "true" }), say("bot.thinking", { name: author.name }));
}

function usedLine(view, app) {
  const person = app.person(view.used.by);
  return h("p", { className: "used" }, avatar(person, "tiny"), h("b", { colour: person.colour }, person.name), ` ${say("used")} `,
    h("span", { className: "mention" }, `/${app.commandName(view.used.name)}`));
}

function privately(view, app) {
  return h("p", { className: "privately" }, `${say("private")} · `,
    h("button", { type: "button", className: "plain", onclick: () => app.act("dismiss", { message: view.id }) }, say("dismiss")));
}

function actions(view, app) {
  return {
    press: (component) => app.interactions.press(view, component),
    choose: (component, values) => app.interactions.choose(view, component, values),
    busy: (component) => app.interactions.busy(view.id, component),
    people: () => app.peopleOptions(),
    roles: () => app.roleOptions(),
    channels: () => app.channelOptions(),
  };
}
