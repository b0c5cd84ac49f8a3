/**
 * Objects that features keep in the memory of one process, such as the calls that wait there. They end with the process and are not shared with
 * others.
 */

/** A class of which a process has one object. */
type Key<Value extends object> = abstract new (...given: never[]) => Value;

/** The objects that features keep for each process: one for each class. */
export class ProcessState {
  readonly #objects = new Map<Key<object>, object>();

  /** The object of a class in this process; `make` creates it at the first call. */
  of<Value extends object>(key: Key<Value>, make: () => Value): Value {
    const known = this.#objects.get(key);
    if (known) return known as Value;
    const made = make();
    this.#objects.set(key, made);
    return made;
  }
}
