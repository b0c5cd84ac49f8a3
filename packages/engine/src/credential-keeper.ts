import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { readCredential, type StoredCredential, storeCredential } from './credential.ts';
import { whileAlone } from './file-lock.ts';
import { messageOf, type OwnLog } from './own-log.ts';

/** How long to wait after a renewal that failed; there are weeks left then. */
const AGAIN_MILLISECONDS = 60_000;

/** The credential with which an engine calls, and its renewal. */
export type CredentialKeeper = {
  readonly current: string;
  /** When the credential ends, as far as that is known. */
  readonly expiresAt: string | undefined;
  /** Whether another credential has taken the place of the one that was refused. */
  isReplaced(refused: string): Promise<boolean>;
  /** Renews the credential when the time has come; a failure is told and tried again later. */
  renewWhenDue(renew: () => Promise<Schema<'EngineCredential'>>): Promise<void>;
};

/** Keeps a credential that somebody else renews: that of the built-in engine. */
export const fixedCredential = (credential: string): CredentialKeeper => ({
  current: credential,
  expiresAt: undefined,
  isReplaced: (refused) => Promise.resolve(refused !== credential),
  renewWhenDue: () => Promise.resolve(),
});

/**
 * Keeps the credential of a folder. Another program may work there at the same time, while an upgrade goes on: one of them renews, and the other one
 * finds the new credential when its own is refused.
 */
export function keepCredential(folder: string, stored: StoredCredential, log: OwnLog): CredentialKeeper {
  let known = stored;
  let notBefore = 0;

  const isDue = () => Date.now() >= (known.renewCredentialAfter === undefined ? 0 : Date.parse(known.renewCredentialAfter));

  async function adopt(): Promise<void> {
    const onDisk = await readCredential(folder).catch(() => undefined);
    if (onDisk?.engineId === known.engineId) known = onDisk;
  }

  return {
    get current() {
      return known.credential;
    },
    get expiresAt() {
      return known.credentialExpiresAt;
    },
    async isReplaced(refused) {
      if (refused === known.credential) await adopt();
      return refused !== known.credential;
    },
    async renewWhenDue(renew) {
      if (!isDue() || performance.now() < notBefore) return;
      notBefore = performance.now() + AGAIN_MILLISECONDS;
      try {
        await whileAlone(join(folder, 'credential.lock'), async () => {
          await adopt();
          if (!isDue()) return;
          const next = { ...known, ...(await renew()) };
          // Stored before it is used: its first use ends the one that lies there now.
          await storeCredential(folder, next);
          known = next;
          log('info', 'The credential is renewed', { until: next.credentialExpiresAt });
        });
      } catch (error) {
        log('warn', 'The credential could not be renewed; trying again in a minute', {
          reason: messageOf(error),
          until: known.credentialExpiresAt,
        });
      }
    },
  };
}
