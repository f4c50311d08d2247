// Where one writes: plain messages, and slash commands with completion.

import { h, toast } from "./dom.js";
import { say } from "./words.js";

const FEW = 8;
const KINDS = { 3: "text", 4: "number", 10: "number" };

export class Composer {
  #chosen = 0;
  #offered = [];
  #place = null;
  #command = null;

  constructor(app, pane) {
    this.app = app;
    this.pane = pane;
    const list = `commands-${Math.random().toString(36).slice(2)}`;
    this.list = h("div", { className: "palette", role: "listbox", id: list, "aria-label": say("commands"), hidden: true });
    this.form = h("form", {
      className: "command", hidden: true, onsubmit: (event) => this.#run(event),
      onkeydown: (event) => event.key === "Escape" && this.#leave(true),
    });
    this.input = h("textarea", {
      className: "writing", rows: 1, maxLength: 2000, role: "combobox", autocomplete: "off",
      "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list,
      oninput: () => this.#typed(), onkeydown: (event) => this.#key(event),
    });
    this.element = h("div", { className: "composer" }, this.list, this.form, this.input);
  }

  place(place) {
    const moved = this.#place?.id !== place.id;
    this.#place = place;
    if (moved) {
      this.#leave();
      this.#clear();
    }
    this.input.disabled = !place.writable;
    const where = place.direct ? place.name : `#${place.name}`;
    this.input.placeholder = say(place.writable ? "write.hint" : "write.closed", { where });
    this.input.setAttribute("aria-label", say("write", { where }));
  }

  #typed() {
    this.input.style.setProperty("height", "auto");
    const borders = this.input.offsetHeight - this.input.clientHeight;
    this.input.style.setProperty("height", `${Math.min(this.input.scrollHeight + borders, 160)}px`);
    const text = this.input.value;
    this.#offered = text.startsWith("/") && !text.includes("\n") ? this.#matching(text.slice(1)) : [];
    this.#chosen = 0;
    this.#draw();
  }

  #matching(typed) {
    const words = typed.trim().toLowerCase();
    return this.app.commands.filter((command) => command.places.includes(this.#place?.direct ?? false)
      && (command.shown.startsWith(words) || command.name.startsWith(words) || words.startsWith(`${command.shown} `)));
  }

  #draw() {
    const open = this.#offered.length > 0;
    this.list.hidden = !open;
    this.input.setAttribute("aria-expanded", String(open));
    this.list.replaceChildren(...this.#offered.map((command, index) => h("div", {
      id: `${this.list.id}-${index}`, className: "choice", role: "option", "aria-selected": String(index === this.#chosen),
      onclick: () => this.#take(command), onpointermove: () => this.#select(index),
    }, h("b", {}, `/${command.shown}`), h("span", {}, command.description))));
    this.#select(this.#chosen);
  }

  #select(index) {
    this.#chosen = index;
    [...this.list.children].forEach((child, at) => child.setAttribute("aria-selected", String(at === index)));
    const active = this.list.children[index];
    if (active) this.input.setAttribute("aria-activedescendant", active.id);
    else this.input.removeAttribute("aria-activedescendant");
    active?.scrollIntoView({ block: "nearest" });
  }

  #key(event) {
    const open = !this.list.hidden;
    const count = this.#offered.length;
    if (open && event.key === "ArrowDown") this.#select((this.#chosen + 1) % count);
    else if (open && event.key === "ArrowUp") this.#select((this.#chosen + count - 1) % count);
    else if (open && (event.key === "Tab" || event.key === "Enter")) this.#take(this.#offered[this.#chosen]);
    else if (event.key === "Escape") this.#clear();
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.#say();
    else return;
    event.preventDefault();
  }

  async #say() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return toast(say("command.none"), "bad");
    this.#clear();
    await this.app.act("say", { channel: this.#place.id, text });
  }

  #clear() {
    this.input.value = "";
    this.#typed();
  }

  #take(command) {
    const typed = this.input.value.slice(1);
    this.#clear();
    const extra = typed.startsWith(`${command.shown} `) ? typed.slice(command.shown.length + 1) : "";
    if (command.options.length === 0) return this.app.interactions.command(this.#place.id, command, {});
    this.#open(command, extra);
  }

  #open(command, first) {
    this.#command = command;
    const fields = command.options.map((option, index) => this.#field(option, index === 0 ? first : ""));
    this.form.replaceChildren(
      h("p", { className: "command-name" }, h("b", {}, `/${command.shown}`), h("span", {}, command.description)),
      h("div", { className: "command-fields" }, fields),
      h("div", { className: "dialog-actions" },
        h("button", { className: "button secondary", type: "button", onclick: () => this.#leave(true) }, say("cancel")),
        h("button", { className: "button primary", type: "submit" }, say("send"))));
    this.form.hidden = false;
    this.input.hidden = true;
    (this.form.querySelector("input:checked") ?? this.form.querySelector("input, select"))?.focus();
  }

  #field(option, value) {
    const listed = this.#listed(option);
    if (listed && listed.length <= FEW) return this.#pills(option, listed, value);
    const id = `${this.list.id}-${option.name}`;
    return h("label", { className: "field", htmlFor: id },
      h("span", { className: "field-label" }, option.shown, option.required && h("b", { "aria-hidden": "true" }, " *")),
      this.#input(option, id, value),
      h("small", {}, option.description));
  }

  /** A few choices stand open, side by side. */
  #pills(option, listed, value) {
    const first = option.required ? 0 : -1;
    const chosen = value ? nearest(listed, value) : first;
    return h("fieldset", { className: "field pills" },
      h("legend", { className: "field-label" }, option.shown, option.required && h("b", { "aria-hidden": "true" }, " *")),
      h("div", { className: "pill-row" }, listed.map(({ name, value: known }, index) => h("label", { className: "pill" },
        h("input", { type: "radio", name: option.name, value: String(known), checked: index === chosen, required: option.required }),
        h("span", {}, name)))),
      h("small", {}, option.description));
  }

  #input(option, id, value) {
    const common = { id, name: option.name, required: option.required };
    const listed = this.#listed(option);
    if (listed) {
      return h("select", common, !option.required && h("option", { value: "" }, "–"),
        listed.map(({ name, value: known }) => h("option", { value: String(known), selected: name.toLowerCase() === value.toLowerCase() }, name)));
    }
    const input = h("input", {
      ...common, type: KINDS[option.type] ?? "text", value, autocomplete: "off",
      min: option.min_value, max: option.max_value, step: option.type === 10 ? "any" : null,
      minLength: option.min_length, maxLength: option.max_length,
    });
    if (!option.autocomplete) return input;
    const choices = h("datalist", { id: `${id}-choices` });
    input.setAttribute("list", choices.id);
    // Discord offers something before a letter is typed.
    for (const when of ["focus", "input"]) {
      input.addEventListener(when, () => this.#complete(option, input, choices));
    }
    return h("span", {}, input, choices);
  }

  #listed(option) {
    if (option.choices.length) return option.choices;
    if (option.type === 5) return [{ name: say("yes"), value: true }, { name: say("no"), value: false }];
    if (option.type === 6 || option.type === 9) return this.app.peopleOptions().map(({ label, value }) => ({ name: label, value }));
    if (option.type === 7) return this.app.channelOptions().map(({ label, value }) => ({ name: label, value }));
    return null;
  }

  async #complete(option, input, list) {
    const { channel, command } = { channel: this.#place.id, command: this.#command };
    const choices = await this.app.interactions.complete(channel, command, { ...this.#values(), [option.name]: input.value }, option.name);
    list.replaceChildren(...choices.map((choice) => h("option", { value: choice.value }, choice.name)));
  }

  #values() {
    const values = {};
    for (const [name, value] of new FormData(this.form)) if (value !== "") values[name] = value;
    return values;
  }

  async #run(event) {
    event.preventDefault();
    const command = this.#command;
    const values = this.#values();
    if (await this.app.interactions.command(this.#place.id, command, values)) this.#leave(true);
  }

  #leave(focus = false) {
    this.#command = null;
    this.form.hidden = true;
    this.form.replaceChildren();
    this.input.hidden = false;
    if (focus) this.input.focus();
  }
}

/** Which choice is meant by what was typed: its beginning, else any part; -1 for none of them. */
function nearest(listed, typed) {
  const names = listed.map(({ name }) => name.toLowerCase());
  const wanted = typed.trim().toLowerCase();
  const begins = names.findIndex((name) => name.startsWith(wanted));
  return begins < 0 ? names.findIndex((name) => name.includes(wanted)) : begins;
}
