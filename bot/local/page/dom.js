// Building elements, and small things that every part of the page needs.

/** An element: properties beginning with "on" are listeners, "data"/"aria" names are attributes. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "html") element.innerHTML = value; // rendered and escaped by the server
    else if (name === "colour") element.style.setProperty("--colour", value);
    else if (name in element && !name.includes("-") && name !== "list") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function initials(name) {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...word][0] ?? "").join("").toUpperCase();
}

export function avatar(person, size = "") {
  const classes = `avatar ${size} ${person.bot ? "bot" : ""}`;
  return h("span", { className: classes, colour: person.colour, "aria-hidden": "true" },
    person.bot ? h("img", { src: "/page/crest.svg", alt: "" }) : initials(person.name));
}

export function toast(text, kind = "") {
  const element = h("div", { className: `toast ${kind}` }, text.charAt(0).toUpperCase() + text.slice(1));
  document.getElementById("toasts").append(element);
  setTimeout(() => element.remove(), 5000);
}

export function emojiOf(emoji) {
  if (!emoji) return null;
  if (emoji.id) return h("img", { className: "emoji", src: `/emojis/${emoji.id}`, alt: emoji.name ?? "" });
  return h("span", { className: "emoji", "aria-hidden": "true" }, emoji.name);
}

/** A dialog that closes on Escape and on a click beside it, and is then thrown away. */
export function openDialog(className, label, ...children) {
  const dialog = h("dialog", { className, "aria-label": label }, ...children);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
