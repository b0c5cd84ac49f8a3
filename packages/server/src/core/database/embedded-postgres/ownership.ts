import { lchown, lstat, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { RunAs } from './run-as.ts';

/**
 * Makes the user of the database the owner of a folder and its content, if the last start ran as another user. The folder itself is changed last, so
 * that the next start repeats an interrupted change.
 */
export async function giveTo({ uid, gid }: RunAs['owner'], path: string): Promise<void> {
  if ((await lstat(path)).uid === uid) return;
  await giveAll(uid, gid, path);
}

async function giveAll(uid: number, gid: number, path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    await (entry.isDirectory() ? giveAll(uid, gid, inner) : lchown(inner, uid, gid));
  }
  await lchown(path, uid, gid);
}

/** Writes a file atomically that only the user of the database can read. */
export async function writeOwned({ uid, gid }: RunAs['owner'], path: string, text: string): Promise<void> {
  const aside = `${path}.new`;
  const file = await open(aside, 'w', 0o600);
  try {
    if (process.getuid?.() === 0) await file.chown(uid, gid);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}
