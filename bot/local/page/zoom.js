// A picture in full size over the page, with its description underneath.

import { h, openDialog } from "./dom.js";
import { say } from "./words.js";

export function zoom(url, alt) {
  const dialog = openDialog("zoom", alt || say("picture"),
    h("figure", {},
      h("img", { src: url, alt }),
      alt && h("figcaption", {}, alt)),
    h("button", { className: "icon close", type: "button", "aria-label": say("close"), onclick: () => dialog.close() }, "✕"));
  dialog.querySelector("img").addEventListener("click", ({ currentTarget }) => currentTarget.classList.toggle("full"));
}
