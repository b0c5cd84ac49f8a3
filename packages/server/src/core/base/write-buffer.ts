/** Values that are gathered in memory and stored together, because a separate write of each value would cost more than the call that causes it. */

/** The values by key that this process has not stored yet. */
export class WriteBuffer<Value> {
  #values = new Map<string, Value>();

  get size(): number {
    return this.#values.size;
  }

  /** Whether a value waits under the key. */
  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value that waits under the key. */
  get(key: string): Value | undefined {
    return this.#values.get(key);
  }

  /** Adds a value, which replaces an earlier one with the same key. */
  set(key: string, value: Value): void {
    this.#values.set(key, value);
  }

  /** Takes all values out and passes them to `store`. If `store` fails, the values are put back, except those that have newer ones by then. */
  async flush(store: (values: ReadonlyMap<string, Value>) => Promise<unknown>): Promise<void> {
    const values = this.#values;
    if (values.size === 0) return;
    this.#values = new Map();
    try {
      await store(values);
    } catch (error) {
      this.#values = new Map([...values, ...this.#values]);
      throw error;
    }
  }
}
