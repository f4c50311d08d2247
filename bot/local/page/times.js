// Discord's timestamps in the reader's own language and zone; relative ones kept up to date.

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function relative(unix, locale) {
  const away = unix - Date.now() / 1000;
  const [unit, seconds] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(away / seconds), unit);
}

export function showTimes(root, locale) {
  for (const time of root.querySelectorAll("time[data-unix]")) {
    const unix = Number(time.dataset.unix);
    const at = new Date(unix * 1000);
    const style = time.dataset.style;
    time.textContent = style === "R" ? relative(unix, locale) : at.toLocaleString(locale, STYLES[style]);
    time.title = at.toLocaleString(locale, STYLES.F);
  }
}

export function clockTime(unix, locale) {
  const at = new Date(unix * 1000);
  const today = at.toDateString() === new Date().toDateString();
  return at.toLocaleString(locale, today ? STYLES.t : { dateStyle: "short", timeStyle: "short" });
}
