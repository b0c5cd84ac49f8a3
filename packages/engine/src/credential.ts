import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '@millrace/contract';
import { codeOf } from './faults.ts';

/** The credential file of a paired engine. `credential` is secret. */
export type StoredCredential = Pick<Schema<'Pairing'>, 'engineId' | 'name' | 'credential'> &
  Partial<Pick<Schema<'Pairing'>, 'credentialExpiresAt' | 'renewCredentialAfter'>> & {
    url: string;
    /** The digest of the key that was exchanged for it, where that key may be offered again. */
    keyDigest?: string;
  };

const NAME = 'credential.json';

/** Writes the credential so that only its owner can read it. */
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

/** Reads the credential; undefined when the folder holds none. */
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
