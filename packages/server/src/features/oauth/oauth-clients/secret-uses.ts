/** The last use of each secret of OAuth clients, gathered in memory. */
import type { Timer } from '../../../core/background/jobs.ts';
import { now } from '../../../core/base/clock.ts';
import { WriteBuffer } from '../../../core/base/write-buffer.ts';
import { updateSecretUses } from './secret-queries.ts';

/** The last use of a secret. */
export type ClientSecretUse = { client: string; hint: string; at: Date };

/** The last uses that this process has not stored yet. */
export class ClientSecretUses extends WriteBuffer<ClientSecretUse> {
  /** Records that a client uses a secret now. */
  note(client: string, hint: string): void {
    this.set(`${client} ${hint}`, { client, hint, at: now() });
  }
}

/**
 * Stores the uses that a process has recorded. They are at most half a minute late.
 * @rule oauth-clients.secrets.last-use
 */
export const storeSecretUses: Timer = {
  name: 'store-client-secret-uses',
  milliseconds: 30_000,
  does: 'stores the last uses of secrets of OAuth clients',
  run: async ({ db, processState }) => {
    const uses = processState.of(ClientSecretUses, () => new ClientSecretUses());
    await uses.flush((noted) => updateSecretUses(db.writer, [...noted.values()]));
  },
};
