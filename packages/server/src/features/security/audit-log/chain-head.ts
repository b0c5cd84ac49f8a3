/**
 * The newest known seal, in a file of the home folder. Without it, an administrator of the database could remove seals, change their entries and wait
 * until they are sealed again.
 */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timingSafeEqual } from 'node:crypto';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Seal } from './seal.ts';

/** A seal by its number and its authentication code. */
export type ChainHead = { sequence: number; mac: Buffer };

const headFile = (home: string): string => join(home, 'audit-head');

/** Reads the file; undefined if there is none. A head is written as `<sequence>:<code in hex>`. */
export async function readHead(home: string): Promise<ChainHead | undefined> {
  const text = await readFile(headFile(home), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : parseHead(text.trim());
}

/** Reads a head from text; undefined for any other text. */
export function parseHead(text: string): ChainHead | undefined {
  const [, sequence, mac] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  return sequence === undefined || mac === undefined ? undefined : { sequence: Number(sequence), mac: Buffer.from(mac, 'hex') };
}

/** Writes a head as text. */
export const headText = ({ sequence, mac }: ChainHead): string => `${sequence}:${mac.toString('hex')}`;

/** Replaces the file. */
export async function writeHead(home: string, head: ChainHead): Promise<void> {
  const next = `${headFile(home)}.${crypto.randomUUID()}`;
  await writeFile(next, `${headText(head)}\n`, { mode: 0o600 });
  await rename(next, headFile(home));
}

/** Returns whether the chain still contains a head, or has removed it with its month. `newest` is the newest seal. */
export async function containsHead(tx: Tx, head: ChainHead, newest: Seal | undefined): Promise<boolean> {
  if (!newest || newest.sequence < head.sequence) return false;
  const row = await tx.one<{ mac: Buffer | null; oldest: number }>(sql`
    select (select s.mac from audit_seal s where s.sequence = ${head.sequence}) as mac, min(s.sequence) as oldest
    from audit_seal s`);
  if (!row) return false;
  return row.mac === null ? head.sequence < row.oldest : row.mac.length === head.mac.length && timingSafeEqual(row.mac, head.mac);
}
