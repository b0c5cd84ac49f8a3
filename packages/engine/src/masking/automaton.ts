/**
 * Finds many byte strings at once in a stream of bytes by the Aho-Corasick algorithm, in time linear in the length of the text. An automaton is built
 * once and is not changed by scans; callers keep the state, a number, between the chunks of a stream.
 */
export class Automaton {
  readonly #bytes: Uint8Array;
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  /** The node of the longest proper suffix of this node's string. */
  readonly #fallback: Int32Array;
  /** Length of the longest string that ends here; 0 for none. */
  readonly #matchLength: Int32Array;
  /** The number of last bytes that may be the beginning of a longer match. */
  readonly #partialLength: Int32Array;
  readonly #root = new Int32Array(256);
  /** The first two bytes of all strings: most text is skipped by one lookup in this table per byte. */
  readonly #pairs = new Uint8Array(65_536);

  /** The strings have at least two bytes each. */
  constructor(strings: readonly Uint8Array[]) {
    const most = strings.reduce((sum, one) => sum + one.length, 1);
    this.#bytes = new Uint8Array(most);
    this.#firstChild = new Int32Array(most);
    this.#nextSibling = new Int32Array(most);
    this.#fallback = new Int32Array(most);
    this.#matchLength = new Int32Array(most);
    this.#partialLength = new Int32Array(most);
    const order = new Int32Array(this.#addNodes(strings));
    this.#linkFallbacks(order);
  }

  /**
   * Scans a chunk, beginning in the state `from` (0 at the start of a stream). Calls `onMatch` at each position where strings end, with the length of the
   * longest of them. Returns the next state.
   */
  scan(chunk: Uint8Array, from: number, onMatch: (end: number, length: number) => void): number {
    const [bytes, firstChild, nextSibling, fallback] = [this.#bytes, this.#firstChild, this.#nextSibling, this.#fallback];
    const [matchLength, root, pairs] = [this.#matchLength, this.#root, this.#pairs];
    const last = chunk.length - 1;
    let state = from;
    for (let at = 0; at <= last; at += 1) {
      if (state === 0) {
        while (at < last && pairs[((chunk[at] as number) << 8) | (chunk[at + 1] as number)] === 0) at += 1;
        state = root[chunk[at] as number] as number;
      } else {
        const byte = chunk[at] as number;
        for (;;) {
          let child = firstChild[state] as number;
          while (child !== 0 && bytes[child] !== byte) child = nextSibling[child] as number;
          if (child !== 0) {
            state = child;
            break;
          }
          state = fallback[state] as number;
          if (state === 0) {
            state = root[byte] as number;
            break;
          }
        }
      }
      if (matchLength[state] !== 0) onMatch(at + 1, matchLength[state] as number);
    }
    return state;
  }

  /** The number of last bytes before a state that may be the beginning of a string that is not complete yet. */
  partialLength(state: number): number {
    return this.#partialLength[state] as number;
  }

  /** Creates a node for each prefix of a string; returns the number of nodes. */
  #addNodes(strings: readonly Uint8Array[]): number {
    let count = 1;
    for (const string of strings) {
      this.#pairs[((string[0] as number) << 8) | (string[1] as number)] = 1;
      let node = 0;
      for (const [index, byte] of string.entries()) {
        let child = this.#child(node, byte);
        if (child === 0) {
          child = count;
          count += 1;
          this.#bytes[child] = byte;
          this.#partialLength[child] = index + 1;
          this.#nextSibling[child] = this.#firstChild[node] as number;
          this.#firstChild[node] = child;
          if (node === 0) this.#root[byte] = child;
        }
        node = child;
      }
      this.#matchLength[node] = string.length;
    }
    return count;
  }

  /** Sets the fallback of each node, in breadth-first order. */
  #linkFallbacks(order: Int32Array): void {
    let count = 1;
    for (let next = 0; next < count; next += 1) {
      const node = order[next] as number;
      for (let child = this.#firstChild[node] as number; child !== 0; child = this.#nextSibling[child] as number) {
        order[count] = child;
        count += 1;
        const fallback = node === 0 ? 0 : this.#next(this.#fallback[node] as number, this.#bytes[child] as number);
        this.#fallback[child] = fallback;
        if (this.#matchLength[child] === 0) this.#matchLength[child] = this.#matchLength[fallback] as number;
        if (this.#firstChild[child] === 0) this.#partialLength[child] = this.#partialLength[fallback] as number;
      }
    }
  }

  #next(from: number, byte: number): number {
    for (let node = from; ; node = this.#fallback[node] as number) {
      const child = this.#child(node, byte);
      if (child !== 0 || node === 0) return child;
    }
  }

  #child(node: number, byte: number): number {
    if (node === 0) return this.#root[byte] as number;
    let child = this.#firstChild[node] as number;
    while (child !== 0 && this.#bytes[child] !== byte) child = this.#nextSibling[child] as number;
    return child;
  }
}
