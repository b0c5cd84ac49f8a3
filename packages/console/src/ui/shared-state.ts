/** A value outside of the components: any code reads and changes it, and components show it. */
import { useSyncExternalStore } from 'react';

type SharedState<Value> = { get: () => Value; set: (next: Value) => void; useValue: () => Value };

/** Creates the value. A component that calls `useValue` is drawn again after each change. */
export function createSharedState<Value>(first: Value): SharedState<Value> {
  let current = first;
  const listeners = new Set<() => void>();
  const get = (): Value => current;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      current = next;
      for (const listener of listeners) listener();
    },
    useValue: () => useSyncExternalStore(subscribe, get),
  };
}
