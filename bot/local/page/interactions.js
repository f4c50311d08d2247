// What was pressed, chosen or typed and isn't answered yet, and what failed.

import { toast } from "./dom.js";
import { openModal } from "./modal.js";
import { say } from "./words.js";

export class Interactions {
  #pending = new Set();
  #waits = new Map();
  #early = new Map();
  #failures = new Map();

  constructor(app) {
    this.app = app;
  }

  clear() {
    this.#pending.clear();
    this.#failures.clear();
  }

  press(view, component) {
    return this.#start("press", { message: view.id, component }, view.id, component);
  }

  choose(view, component, values) {
    return this.#start("choose", { message: view.id, component, values }, view.id, component);
  }

  /** Run a slash command; gives whether it was sent. */
  async command(channel, command, options) {
    return (await this.#start("command", { channel, name: command.name, options })) !== null;
  }

  /** The choices that the bot offers for an option that is being typed. */
  async complete(channel, command, options, completing) {
    try {
      const { interaction } = await this.app.ask("command", { channel, name: command.name, options, completing });
      return await new Promise((resolve) => this.#wait(interaction, (frame) => resolve(frame.choices ?? [])));
    } catch {
      return [];
    }
  }

  busy(message, component) {
    return [...this.#pending].some((key) => key.message === message && key.component === component);
  }

  failure(message) {
    return this.#failures.get(message);
  }

  /** The server tells that an interaction was answered, or that it failed. */
  ended(frame) {
    const done = this.#waits.get(frame.interaction);
    this.#waits.delete(frame.interaction);
    if (done) return done(frame);
    // Perhaps another tab's; or ours, and the reply with its number is still on its way.
    this.#early.set(frame.interaction, frame);
    setTimeout(() => this.#early.delete(frame.interaction), 5000);
  }

  async #start(wish, details, message = null, component = null) {
    if (message && this.busy(message, component)) return null;
    const key = { message, component };
    this.#failures.delete(message);
    this.#pending.add(key);
    this.app.refresh(message);
    try {
      const { interaction } = await this.app.ask(wish, details);
      this.#wait(interaction, (frame) => this.#answered(frame, message, key));
      return interaction;
    } catch (mistake) {
      this.#pending.delete(key);
      this.app.refresh(message);
      toast(mistake.message, "bad");
      return null;
    }
  }

  /** An answer may be faster than the reply that tells its number: both orders work. */
  #wait(interaction, done) {
    const early = this.#early.get(interaction);
    this.#early.delete(interaction);
    if (early) done(early);
    else this.#waits.set(interaction, done);
  }

  #answered(frame, message, key) {
    this.#pending.delete(key);
    if (frame.failed && message) this.#failures.set(message, say("failed"));
    else if (frame.failed) toast(say("silent"), "bad");
    this.app.refresh(message);
    if (frame.modal) this.#ask(frame, message);
  }

  #ask(frame, message) {
    openModal(frame.modal, () => this.app.peopleOptions(), () => this.app.channelOptions(), async (answers) => {
      const { interaction } = await this.app.ask("submit", { interaction: frame.interaction, answers });
      this.#wait(interaction, (end) => this.#answered(end, message, null));
    });
  }
}
