/** What a feature tells others within its transaction, where a call would go against the direction of imports. */
import type { Tx } from '../database/db.ts';

/** Something that is told, with what is told of it. */
export type Notice<Payload extends object> = { name: string; payload?: Payload };

/** What a feature does when it is told; a failure of it undoes what was told. */
export type Listener = { notice: string; hear(tx: Tx, payload: never): Promise<void> };

/** Tells all who listen, one after the other, in the caller's transaction. */
export type Tell = <Payload extends object>(tx: Tx, notice: Notice<Payload>, payload: Payload) => Promise<void>;

/** Declares something that is told. */
export const notice = <Payload extends object>(name: string): Notice<Payload> => ({ name });

/** Declares what is done when something is told. */
export const listener = <Payload extends object>(to: Notice<Payload>, hear: (tx: Tx, payload: Payload) => Promise<void>): Listener => ({
  notice: to.name,
  hear,
});

/** Binds those who listen. */
export function createTell(listeners: readonly Listener[]): Tell {
  return async (tx, told, payload) => {
    for (const one of listeners) if (one.notice === told.name) await one.hear(tx, payload as never);
  };
}
