import { lchown, lstat, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';

import type { RunAs } from './run-as.ts';

/**
 * Makes the user of the database the owner of a folder and its content, if the last start ran as another user. The folder itself is changed last, so
 * that the next start repeats an interrupted change.
 */
export async function changeOwner({ uid, gid }: RunAs['owner'], path: string): Promise<void> {
  if ((await lstat(path)).uid === uid) return;
  await changeOwnerOfAll(uid, gid, path);
}

async function changeOwnerOfAll(uid: number, gid: number, path: string): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    await (entry.isDirectory() ? changeOwnerOfAll(uid, gid, inner) : lchown(inner, uid, gid));
  }
  await lchown(path, uid, gid);
}

/** Writes a file atomically that only the user of the database can read. */
export async function writeOwned({ uid, gid }: RunAs['owner'], path: string, text: string): Promise<void> {
  const newPath = `${path}.new`;
  const file = await open(newPath, 'w', 0o600);
  try {
    if (process.getuid?.() === 0) await file.chown(uid, gid);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(newPath, path);
}
