import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { withFileLock } from '@millrace/wire/file-lock';
import { codeOf } from '../program/faults.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';

/** The credential file of a paired engine. `credential` is secret. */
export type StoredCredential = Pick<Schema<'Pairing'>, 'engineId' | 'name' | 'credential'> &
  Partial<Pick<Schema<'Pairing'>, 'credentialExpiresAt' | 'renewCredentialAfter'>> & {
    url: string;
    /** The secret that this one has replaced: the only one that a control plane knows which has lost the renewal. */
    formerCredential?: string;
    /** The digest of the key that was exchanged for it, where that key may be offered again. */
    keyDigest?: string;
  };

const NAME = 'credential.json';

/** Writes the credential durably so that only its owner can read it; creates the folder. */
export async function storeCredential(folder: string, credential: StoredCredential): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const part = join(folder, `${NAME}.part`);
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(credential, undefined, 2)}\n`);
    // Using this credential invalidates the previous one, so the file must survive a power cut.
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, NAME));
}

/** Removes the credential. */
export async function removeCredential(folder: string): Promise<void> {
  await rm(join(folder, NAME), { force: true });
}

/** Reads the credential; undefined when the folder holds none. Throws when its file is damaged. */
export async function readCredential(folder: string): Promise<StoredCredential | undefined> {
  const path = join(folder, NAME);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const broken = new Error(`${path} is damaged: remove it, create a new engine and pair it`);
  try {
    const value = JSON.parse(text) as StoredCredential;
    if (typeof value.url === 'string' && typeof value.credential === 'string') return value;
  } catch {
    // The parser's message would quote the secret.
  }
  throw broken;
}

/** The pause after a failed renewal. The credential is renewed weeks before it expires, so there is time. */
const RETRY_MILLISECONDS = 60_000;

/** The credential with which an engine calls the control plane, and its renewal. */
export type CredentialKeeper = {
  readonly current: string;
  /** The time at which the credential expires, if known. */
  readonly expiresAt: string | undefined;
  /**
   * Reads the stored credential again if the current one was refused. If there is no newer one, goes back to the former one, once: a region that took over
   * without the latest commits does not know the renewal. Returns whether there is another one now.
   */
  reloadIfRefused(refused: string): Promise<boolean>;
  /** Renews the credential when it is due. A failure is logged, and a later call tries again. */
  renewWhenDue(renew: () => Promise<Schema<'EngineCredential'>>): Promise<void>;
};

/** The place where a credential is stored. `alone` runs an action, or leaves it out while another program of the engine runs one. */
export type CredentialStore = {
  read(): Promise<StoredCredential | undefined>;
  write(credential: StoredCredential): Promise<void>;
  alone(action: () => Promise<void>): Promise<unknown>;
};

/** Keeps a credential that is never renewed here: the server renews that of the built-in engine. */
export const fixedCredential = (credential: string): CredentialKeeper => ({
  current: credential,
  expiresAt: undefined,
  reloadIfRefused: (refused) => Promise.resolve(refused !== credential),
  renewWhenDue: () => Promise.resolve(),
});

/**
 * Keeps the credential of a folder. During an upgrade two programs may use the folder at the same time: one of them renews the credential, and the other
 * one reads the new credential from the folder when its own is refused.
 */
export const keepCredential = (folder: string, stored: StoredCredential, log: OwnLog): CredentialKeeper =>
  keepStored(
    {
      read: () => readCredential(folder),
      write: (credential) => storeCredential(folder, credential),
      alone: (action) => withFileLock(join(folder, 'credential.lock'), action),
    },
    stored,
    log,
  );

/** Keeps the credential that was read from a store, renews it there, and reads it again when another program has renewed it. */
export function keepStored(store: CredentialStore, stored: StoredCredential, log: OwnLog): CredentialKeeper {
  let known = stored;
  let nextAttemptAt = 0;
  /** The credential that was given up for its former one. The store may hold it for a while. */
  let givenUp: string | undefined;

  const isDue = () => Date.now() >= (known.renewCredentialAfter === undefined ? 0 : Date.parse(known.renewCredentialAfter));

  async function reload(): Promise<void> {
    const latest = await store.read().catch(() => undefined);
    if (latest?.engineId === known.engineId && latest.credential !== givenUp) known = latest;
  }

  /** Goes back to the former credential. Its renewal is due at once, because its end is not known any more. */
  async function goBack(former: string): Promise<void> {
    const { engineId, name, url, keyDigest, credential } = known;
    const back = { engineId, name, url, credential: former, ...(keyDigest !== undefined && { keyDigest }) };
    [givenUp, known] = [credential, back];
    log('warn', 'The control plane does not know the renewed credential; the engine tries the former one');
    // If it is not stored, the next program goes back in the same way.
    await store.alone(() => store.write(back)).catch(() => undefined);
    nextAttemptAt = 0;
  }

  return {
    get current() {
      return known.credential;
    },
    get expiresAt() {
      return known.credentialExpiresAt;
    },
    async reloadIfRefused(refused) {
      if (refused === known.credential) await reload();
      const { credential, formerCredential, credentialExpiresAt = '' } = known;
      // The former one expires first.
      const isOver = Date.parse(credentialExpiresAt) < Date.now();
      if (refused === credential && formerCredential !== undefined && !isOver) await goBack(formerCredential);
      return refused !== known.credential;
    },
    async renewWhenDue(renew) {
      if (!isDue() || performance.now() < nextAttemptAt) return;
      nextAttemptAt = performance.now() + RETRY_MILLISECONDS;
      try {
        await store.alone(async () => {
          await reload();
          if (!isDue()) return;
          const formerCredential = known.credential;
          const next = { ...known, ...(await renew()), formerCredential };
          // Stored before it is used: its first use invalidates the credential in the folder.
          await store.write(next);
          known = next;
          log('info', 'The credential is renewed', { until: next.credentialExpiresAt });
        });
      } catch (error) {
        log('warn', 'The credential could not be renewed; the engine tries again in a minute', {
          reason: messageOf(error),
          until: known.credentialExpiresAt,
        });
      }
    },
  };
}
