/** Snapshots of the local double: all rows of its database, its stored content, its clock and the number of its requests. Functions: `double.sql`. */
import { link, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql, type Tx } from '../core/database/sql.ts';
import { INCOMING } from '../core/blobs/folder-store.ts';
import { clockColumns, countLive, type ClockRow } from './clock.ts';
import { DoubleRefusal } from './requests.ts';

/** A snapshot, and the time of the double at which it was taken. */
type Snapshot = { name: string; moment: Date };

/** The folders of the content of the server and of the content of snapshots: on the same file system. */
export type ContentFolders = { blobs: string; snapshots: string };

/** Lists the snapshots, in the order of their names. */
export const listSnapshots = (tx: Tx): Promise<Snapshot[]> => tx.rows(sql`select name, moment from double.snapshot order by name`);

/** Takes a snapshot; one of the same name is replaced. Refuses while executions run. */
export async function takeSnapshot(tx: Tx, { blobs, snapshots }: ContentFolders, name: string, requests: number): Promise<void> {
  // Locks all tables, so that no execution begins before the count. A refusal rolls the snapshot back.
  await tx.rows(sql`select double.take(${name}, ${requests})`);
  const live = await countLive(tx);
  if (live > 0)
    throw new DoubleRefusal(
      409,
      `Executions that have not ended: ${live}. No snapshot was taken, because their engine would not know them after a reset: end them, or wait.`,
    );
  await rm(join(snapshots, name), { recursive: true, force: true });
  await linkMissing(blobs, join(snapshots, name));
}

/** Deletes a snapshot. Returns whether there was one. */
export async function forgetSnapshot(tx: Tx, { snapshots }: ContentFolders, name: string): Promise<boolean> {
  const { existed } = await tx.only<{ existed: boolean }>(sql`select double.forget(${name}) as existed`);
  if (existed) await rm(join(snapshots, name), { recursive: true, force: true });
  return existed;
}

/** Restores the state of a snapshot. Returns the clock and the number of requests; undefined where there is no such snapshot. */
export async function resetTo(
  tx: Tx,
  { blobs, snapshots }: ContentFolders,
  name: string,
): Promise<{ clock: ClockRow; requests: number } | undefined> {
  const known = await tx.one<{ requests: number }>(sql`select requests from double.snapshot where name = ${name}`);
  if (known === undefined) return undefined;
  await linkMissing(join(snapshots, name), blobs);
  const clock = await tx.only<ClockRow>(sql`select ${clockColumns} from double.reset(${name})`);
  return { clock, requests: known.requests };
}

/** Content never changes, so a link is a copy. Uploads that have not ended are left out. */
async function linkMissing(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const [wanted, existing] = [await filesIn(from), new Set(await filesIn(to))];
  for (const file of wanted.filter((name) => !existing.has(name))) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await link(join(from, file), join(to, file));
  }
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith(`${INCOMING}/`));
}
