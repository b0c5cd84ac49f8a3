/** The keys of the install: the current key encrypts and decrypts secrets, further keys only decrypt. */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './settings/config.ts';
import { StartError } from './core/base/start-error.ts';

const BYTES = 32;

/** The current key, then those that only decrypt. */
export type Keys = readonly [Buffer, ...Buffer[]];

/** Reads all keys of the install, and creates the current one where there is none, as at the first start. Throws if one is malformed. */
export async function readOrCreateKeys(home: string, { key, oldKeys }: Pick<Config, 'key' | 'oldKeys'>): Promise<Keys> {
  return [await readOrCreateKey(home, key), ...oldKeys.map((text) => decode(text, 'MILLRACE_OLD_KEYS'))];
}

/** Reads the current key from the configuration or the home folder, and creates it there where it is missing. Throws if it is malformed. */
export async function readOrCreateKey(home: string, configured: string | undefined): Promise<Buffer> {
  if (configured !== undefined) return decode(configured, 'MILLRACE_KEY');
  const file = join(home, 'key');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text !== undefined) return decode(text.trim(), file);
  const key = randomBytes(BYTES);
  await writeFile(file, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}

function decode(text: string, source: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== BYTES) throw new StartError(`${source} does not hold a key: it must be ${BYTES} bytes in base64.`);
  return key;
}
