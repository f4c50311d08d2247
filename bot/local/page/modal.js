// A form that the bot opened.

import { h, openDialog, toast } from "./dom.js";
import { say } from "./words.js";

/** Show the modal; `submit` gets the answers by custom_id and gives a promise. */
export function openModal(modal, people, channels, submit) {
  const answers = {};
  const form = h("form", { method: "dialog", onsubmit: send },
    h("h2", {}, modal.title),
    modal.components.map((component) => part(component)),
    h("div", { className: "dialog-actions" },
      h("button", { className: "button secondary", type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button", { className: "button primary", type: "submit" }, say("submit"))));
  const dialog = openDialog("modal", modal.title, form);

  function part(component) {
    if (component.type === 10) return h("p", {}, component.content);
    const field = component.type === 18 ? component.component : component.components[0];
    const label = component.label ?? field.label;
    const required = field.required ?? true;
    return h("label", { className: "field" },
      h("span", { className: "field-label" }, label, required && field.type !== 23 && h("b", { "aria-hidden": "true" }, " *")),
      component.description && h("small", {}, component.description),
      input(field, required));
  }

  function input(field, required) {
    const name = field.custom_id;
    if (field.type === 4) {
      answers[name] = () => element.value;
      const element = h(field.style === 2 ? "textarea" : "input", {
        name, required, value: field.value ?? "", placeholder: field.placeholder ?? "",
        minLength: field.min_length || null, maxLength: field.max_length ?? 4000, rows: field.style === 2 ? 4 : null,
      });
      return element;
    }
    if (field.type === 23) {
      const box = h("input", { type: "checkbox", name, checked: field.default ?? false });
      answers[name] = () => box.checked;
      return box;
    }
    const options = field.type === 8 ? channels() : [5, 6, 7].includes(field.type) ? people() : field.options;
    const several = (field.max_values ?? 1) > 1 || field.type === 22;
    const list = h("select", { name, required, multiple: several, size: several ? Math.min(options.length, 6) : 1 },
      !several && h("option", { value: "" }, field.placeholder ?? say("choose")),
      options.map((option) => h("option", { value: option.value, selected: option.default }, option.label)));
    answers[name] = () => [...list.selectedOptions].map((option) => option.value).filter(Boolean);
    return list;
  }

  async function send(event) {
    event.preventDefault();
    try {
      await submit(Object.fromEntries(Object.entries(answers).map(([name, read]) => [name, read()])));
      dialog.close();
    } catch (mistake) {
      toast(mistake.message, "bad");
    }
  }
}
