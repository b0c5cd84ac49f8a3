/**
 * Finds many byte strings at once in a stream of bytes, after Aho and Corasick: the time is linear in the text, whatever the strings and the text are.
 * It is built once and holds nothing of the text; who scans keeps the state, a number, from one chunk to the next.
 */
export class Automaton {
  readonly #bytes: Uint8Array;
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  /** The longest other node that ends as this one does. */
  readonly #fallback: Int32Array;
  /** Length of the longest string that ends here; 0 for none. */
  readonly #found: Int32Array;
  /** How many of the last bytes may be the beginning of a string. */
  readonly #open: Int32Array;
  readonly #root = new Int32Array(256);
  /** The pairs of bytes with which strings begin: most text is passed over by one look at this table for each byte. */
  readonly #pairs = new Uint8Array(65_536);

  /** The strings have at least two bytes each. */
  constructor(strings: readonly Uint8Array[]) {
    const most = strings.reduce((sum, one) => sum + one.length, 1);
    this.#bytes = new Uint8Array(most);
    this.#firstChild = new Int32Array(most);
    this.#nextSibling = new Int32Array(most);
    this.#fallback = new Int32Array(most);
    this.#found = new Int32Array(most);
    this.#open = new Int32Array(most);
    const order = new Int32Array(this.#grow(strings));
    this.#connect(order);
  }

  /**
   * Reads a chunk from a state on, 0 at the beginning; tells of each place where strings end and how long the longest of them is. Returns the next
   * state.
   */
  scan(chunk: Uint8Array, from: number, tell: (end: number, length: number) => void): number {
    const [bytes, firstChild, nextSibling, fallback] = [this.#bytes, this.#firstChild, this.#nextSibling, this.#fallback];
    const [found, root, pairs] = [this.#found, this.#root, this.#pairs];
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
      if (found[state] !== 0) tell(at + 1, found[state] as number);
    }
    return state;
  }

  /**
   * How many of the bytes that led to a state may be the beginning of a string: the longest end of the text that is one, unless it can only be a
   * whole one.
   */
  open(state: number): number {
    return this.#open[state] as number;
  }

  /** Makes a node for each beginning of a string; returns how many there are. */
  #grow(strings: readonly Uint8Array[]): number {
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
          this.#open[child] = index + 1;
          this.#nextSibling[child] = this.#firstChild[node] as number;
          this.#firstChild[node] = child;
          if (node === 0) this.#root[byte] = child;
        }
        node = child;
      }
      this.#found[node] = string.length;
    }
    return count;
  }

  /** Finds the fallback of each node, the shorter ones first. */
  #connect(order: Int32Array): void {
    let count = 1;
    for (let next = 0; next < count; next += 1) {
      const node = order[next] as number;
      for (let child = this.#firstChild[node] as number; child !== 0; child = this.#nextSibling[child] as number) {
        order[count] = child;
        count += 1;
        const fallback = node === 0 ? 0 : this.#after(this.#fallback[node] as number, this.#bytes[child] as number);
        this.#fallback[child] = fallback;
        if (this.#found[child] === 0) this.#found[child] = this.#found[fallback] as number;
        if (this.#firstChild[child] === 0) this.#open[child] = this.#open[fallback] as number;
      }
    }
  }

  #after(from: number, byte: number): number {
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
