// Drawing what a message is made of: components of both kinds, embeds, pictures and files.

import { emojiOf, h } from "./dom.js";
import { selectMenu } from "./select.js";
import { zoom } from "./zoom.js";
import { say } from "./words.js";

const JUMP = /^https:\/\/discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;
const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

/** The elements of the components; `act` is { press, choose, busy, people, channels } of the message. */
export function drawComponents(components, act) {
  return components.map((component) => draw(component, act));
}

function draw(component, act) {
  const drawing = DRAWINGS[component.type];
  return drawing ? drawing(component, act) : h("p", { className: "unknown" }, `Component ${component.type} can't be shown here.`);
}

function row(component, act) {
  return h("div", { className: "row", role: "group" }, drawComponents(component.components, act));
}

function button(component, act) {
  const label = [emojiOf(component.emoji), component.label && h("span", { className: "label" }, component.label)];
  const className = `button ${BUTTON_STYLES[component.style] ?? "secondary"}`;
  const jump = JUMP.exec(component.url ?? "");
  if (jump) {
    return h("a", { className, href: "#", "data-channel": jump[1], "data-message": jump[2] }, label);
  }
  if (component.style === 5) {
    return h("a", { className, href: component.url, target: "_blank", rel: "noopener noreferrer" }, label, " ↗");
  }
  const busy = act.busy(component.custom_id);
  return h("button", {
    className: `${className} ${busy ? "busy" : ""}`,
    type: "button",
    disabled: component.disabled,
    "data-id": component.custom_id,
    "aria-busy": busy ? "true" : null,
    "aria-label": component.label ? null : component.emoji?.name,
    onclick: (event) => act.press(component.custom_id, event.currentTarget),
  }, label);
}

function section(component, act) {
  return h("div", { className: "section" },
    h("div", { className: "section-text" }, drawComponents(component.components, act)),
    h("div", { className: "accessory" }, draw(component.accessory, act)));
}

function textDisplay(component) {
  return h("div", { className: "text", html: component.html });
}

function thumbnail(component) {
  return picture(component, "thumbnail");
}

function gallery(component) {
  const several = component.items.length > 1;
  return h("div", { className: `gallery ${several ? "several" : "single"}` },
    component.items.map((item) => picture(item, "")));
}

/** A picture that opens large, with its description as alt text and to read. */
export function picture(item, kind) {
  const { url, width, height } = item.media;
  if (!url.startsWith("/")) return h("p", { className: "unknown" }, item.description || say("elsewhere"));
  const alt = item.description ?? "";
  const image = h("img", { src: url, alt, width, height, decoding: "async" });
  if (width && height) {
    // The room is there before the picture is, so that nothing jumps.
    image.style.setProperty("--width", width);
    image.style.setProperty("--height", height);
  }
  const open = h("button", {
    className: `picture ${kind} ${item.spoiler ? "hidden-picture" : ""}`,
    type: "button",
    "aria-label": say("enlarge", { alt: alt || say("picture") }),
    onclick: ({ currentTarget }) => {
      if (currentTarget.classList.contains("hidden-picture")) currentTarget.classList.remove("hidden-picture");
      else zoom(url, alt);
    },
  }, image);
  return h("figure", { className: kind }, open);
}

function file(component) {
  return fileLink({ name: component.name ?? component.file.url.split("/").at(-1).split("?")[0], url: component.file.url });
}

function fileLink({ name, url }) {
  return h("a", { className: "file", href: url, download: name }, "⤓ ", name);
}

function separator(component) {
  return h("hr", { className: `${component.divider === false ? "invisible" : ""} ${component.spacing === 2 ? "wide" : ""}` });
}

function container(component, act) {
  const accent = component.accent_color;
  return h("div", {
    className: `container ${accent === null || accent === undefined ? "" : "accented"} ${component.spoiler ? "spoiled" : ""}`,
    colour: typeof accent === "number" ? hex(accent) : null,
    onclick: ({ currentTarget }) => currentTarget.classList.remove("spoiled"),
  }, drawComponents(component.components, act));
}

function hex(colour) {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** A select of what the server has: people, roles, channels; what stands chosen comes by id. */
function listed(...kinds) {
  return (component, act) => {
    const chosen = new Set((component.default_values ?? []).map(({ id }) => id));
    const wanted = component.channel_types;
    const options = kinds.flatMap((kind) => act[kind]())
      .filter(({ type }) => !wanted?.length || wanted.includes(type))
      .map((option) => ({ ...option, default: chosen.has(option.value) }));
    return selectMenu({ ...component, options }, act);
  };
}

const DRAWINGS = {
  1: row, 2: button, 3: selectMenu, 5: listed("people"), 6: listed("roles"), 7: listed("people", "roles"),
  8: listed("channels"), 9: section, 10: textDisplay,
  11: thumbnail, 12: gallery, 13: file, 14: separator, 17: container,
};

export function drawEmbed(embed) {
  return h("article", { className: "container embed accented", colour: typeof embed.color === "number" ? hex(embed.color) : null },
    embed.author?.name && h("p", { className: "embed-author" }, embed.author.name),
    embed.title && h("h3", { html: embed.title }),
    embed.description && h("div", { className: "text", html: embed.description }),
    embed.fields.length > 0 && h("dl", { className: "fields" }, embed.fields.map((field) =>
      h("div", { className: field.inline ? "inline" : "" }, h("dt", { html: field.name }), h("dd", { html: field.value })))),
    embed.footer?.text && h("p", { className: "embed-footer" }, embed.footer.text));
}

export function drawAttachment(attachment) {
  if (!attachment.type.startsWith("image/")) return fileLink(attachment);
  const [width, height] = attachment.size ?? [];
  return h("div", { className: "gallery single" },
    picture({ media: { url: attachment.url, width, height }, description: attachment.description }, ""));
}
