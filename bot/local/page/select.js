// A select menu: one choice at once, or several confirmed together.

import { emojiOf, h } from "./dom.js";
import { say } from "./words.js";

export function selectMenu(component, act) {
  const least = component.min_values ?? 1;
  const most = component.max_values ?? 1;
  const chosen = new Set(component.options.filter((option) => option.default).map((option) => option.value));
  const busy = act.busy(component.custom_id);
  const list = h("div", {
    className: "options", role: "listbox", hidden: true, tabIndex: -1,
    "aria-multiselectable": most > 1 ? "true" : null,
    "aria-label": component.placeholder || say("choose"),
  });
  const face = h("button", {
    className: `select-face ${busy ? "busy" : ""}`, type: "button", disabled: component.disabled,
    "data-id": component.custom_id, "aria-haspopup": "listbox", "aria-expanded": "false",
    onclick: () => (list.hidden ? open() : close()),
  }, h("span", { className: "label" }, facing(component, chosen)), h("span", { className: "arrow", "aria-hidden": "true" }, "▾"));
  const menu = h("div", { className: "select", onkeydown: keys }, face, list);

  function open() {
    document.dispatchEvent(new CustomEvent("menus-close"));
    list.replaceChildren(...component.options.map(item), ...(most > 1 ? [confirm()] : []));
    list.hidden = false;
    face.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", beside);
    document.addEventListener("menus-close", close, { once: true });
    (list.querySelector("[aria-selected=true]") ?? list.firstElementChild)?.focus();
    list.scrollIntoView({ block: "nearest" });
  }

  function close() {
    list.hidden = true;
    face.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", beside);
  }

  function beside(event) {
    if (!menu.contains(event.target)) close();
  }

  function item(option) {
    return h("div", {
      className: "option", role: "option", tabIndex: -1, "data-value": option.value,
      "aria-selected": String(chosen.has(option.value)), onclick: () => pick(option),
    }, emojiOf(option.emoji),
      h("span", { className: "option-text" }, h("span", {}, option.label),
        option.description && h("small", {}, option.description)),
      h("span", { className: "tick", "aria-hidden": "true" }));
  }

  function confirm() {
    return h("button", { className: "button primary confirm", type: "button", disabled: chosen.size < least, onclick: () => send([...chosen]) }, confirmText());
  }

  function confirmText() {
    const range = least === most ? String(most) : say("choose.range", { least, most });
    return say("choose.count", { n: chosen.size, range });
  }

  function pick(option) {
    if (most === 1) return send(least === 0 && chosen.has(option.value) ? [] : [option.value]);
    if (chosen.has(option.value)) chosen.delete(option.value);
    else if (chosen.size < most) chosen.add(option.value);
    for (const element of list.querySelectorAll(".option")) {
      element.setAttribute("aria-selected", String(chosen.has(element.dataset.value)));
    }
    const button = list.querySelector(".confirm");
    button.textContent = confirmText();
    button.disabled = chosen.size < least;
  }

  function send(values) {
    close();
    face.focus();
    act.choose(component.custom_id, values, face);
  }

  function keys(event) {
    if (list.hidden) return;
    const items = [...list.children];
    const at = items.indexOf(document.activeElement);
    const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
    if (event.key === "Escape") {
      close();
      face.focus();
    } else if (event.key in steps) {
      items[Math.max(0, Math.min(items.length - 1, steps[event.key]))]?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && items[at]?.role === "option") {
      items[at].click();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return menu;
}

function facing(component, chosen) {
  const labels = component.options.filter((option) => chosen.has(option.value)).map((option) => option.label);
  return labels.length ? labels.join(", ") : component.placeholder || say("choose");
}
