// The page's WebSocket: asks with a number, is answered under it, hears events; comes back when it breaks.

export class Socket {
  #asked = new Map();
  #number = 0;
  #socket = null;
  #wait = 300;

  /** `hear` gets every event; `opened` is called after each (re)connection, `closed` when it breaks. */
  constructor(hear, opened, closed) {
    Object.assign(this, { hear, opened, closed });
    this.#connect();
  }

  #connect() {
    this.#socket = new WebSocket(`ws://${location.host}/table`);
    this.#socket.onopen = () => {
      this.#wait = 300;
      this.opened();
    };
    this.#socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    this.#socket.onclose = () => {
      for (const { reject } of this.#asked.values()) reject(new Error("The table is out of reach."));
      this.#asked.clear();
      this.closed();
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, 5000);
    };
  }

  #take(frame) {
    if (!("reply" in frame)) return this.hear(frame);
    const { resolve, reject } = this.#asked.get(frame.reply) ?? {};
    this.#asked.delete(frame.reply);
    if (frame.error) reject?.(new Error(frame.error));
    else resolve?.(frame.result);
  }

  /** Ask the server to do something; the promise brings its result or what was wrong. */
  ask(wish, details = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Error("The table is out of reach."));
    const number = ++this.#number;
    this.#socket.send(JSON.stringify({ number, do: wish, ...details }));
    return new Promise((resolve, reject) => this.#asked.set(number, { resolve, reject }));
  }
}
