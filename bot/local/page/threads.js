// Threads and a forum's posts: starting them, what can be done with them, the list of a forum.

import { h, openDialog } from "./dom.js";
import { say } from "./words.js";

/** The buttons at the head of a pane for what can be done here. */
export function threadButtons(app, place) {
  const buttons = [];
  if (place.starts) {
    buttons.push(h("button", { className: "icon", type: "button", "aria-label": say(place.forum ? "post.new" : "thread.new"), onclick: () => begin(app, place) }, "✚"));
  }
  if (place.thread && (place.moderated || (place.owned && !place.locked))) {
    buttons.push(h("button", { className: "icon", type: "button", "aria-label": say("thread.manage"), onclick: () => manage(app, place) }, "⋯"));
  }
  return buttons;
}

/** The posts of a forum, to be opened. */
export function posts(app, forum) {
  const all = app.channels.filter((channel) => channel.parent === forum.id);
  if (!all.length) return h("p", { className: "posts empty" }, say(forum.starts ? "forum.empty.start" : "forum.empty"));
  return h("ul", { className: "posts" }, all.map((post) => h("li", {},
    h("button", { type: "button", className: "post", onclick: () => app.go(post.id) }, h("b", {}, post.name), state(post)))));
}

/** Whether a thread is archived or locked, in words; nothing for one that is neither. */
export function state(place) {
  if (!place.archived && !place.locked) return null;
  const words = [place.archived && say("thread.archived"), place.locked && say("thread.locked")];
  return h("small", { className: "thread-state" }, words.filter(Boolean).join(" · "));
}

function begin(app, place) {
  const label = say(place.forum ? "post.new" : "thread.new");
  const name = h("input", { name: "name", required: true, maxLength: 100, autocomplete: "off" });
  const text = place.forum && h("textarea", { name: "text", required: true, maxLength: 2000, rows: 3 });
  const wish = place.forum ? "post" : "thread";
  form(app, label, [field("thread.name", name), text && field("post.text", text)], say("thread.start"), async () => {
    const { channel } = await app.ask(wish, { channel: place.id, name: name.value, text: text ? text.value : null });
    await app.go(channel);
  });
}

function manage(app, place) {
  const name = h("input", { value: place.name, required: true, maxLength: 100, autocomplete: "off" });
  const change = (details) => app.ask("change_thread", { channel: place.id, ...details });
  const acts = [
    act(say(place.archived ? "thread.unarchive" : "thread.archive"), () => change({ archived: !place.archived })),
    place.moderated && act(say(place.locked ? "thread.unlock" : "thread.lock"), () => change({ locked: !place.locked })),
    place.moderated && act(say("thread.delete"), () => app.ask("delete_thread", { channel: place.id }), "danger"),
  ];
  const dialog = form(app, say("thread.manage"), [field("thread.name", name), h("div", { className: "row" }, acts)], say("save"),
    () => (name.value === place.name ? null : change({ name: name.value })));

  function act(label, wish, kind = "secondary") {
    return h("button", { type: "button", className: `button ${kind}`, onclick: async () => {
      if (await app.attempt(wish)) dialog.close();
    } }, label);
  }
}

/** A dialog with fields; it closes once what it asks for went well. */
function form(app, label, fields, done, wish) {
  const dialog = openDialog("modal", label, h("form", { method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    if (await app.attempt(wish)) dialog.close();
  } }, h("h2", {}, label), fields,
    h("div", { className: "dialog-actions" },
      h("button", { className: "button secondary", type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button", { className: "button primary", type: "submit" }, done))));
  return dialog;
}

function field(word, input) {
  return h("label", { className: "field" }, h("span", { className: "field-label" }, say(word)), input);
}
