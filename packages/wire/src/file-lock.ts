/**
 * A lock between processes of one machine: a file that names its owner, and that a later process takes over when the owner has ended. Between finding an
 * abandoned lock and removing it, another process may have replaced it by its own lock. Therefore a process removes an abandoned lock only under a second
 * lock, whose name is derived from the content of the first. Each written content is unique, so what stands under this name is a claim on exactly that
 * lock. Only where hard links are missing is a lock without content for a moment.
 */
import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { isAlive, processStart } from './process-identity.ts';

type Owner = { host: string; pid: number; start?: string; token: string };

/** A lock of another host in a shared folder is abandoned after this time, because its process cannot be looked up here. */
const FOREIGN_LOCK_MS = 60_000;
/** What file systems without hard links answer. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];
/** Without hard links, a lock is created empty and then written, so it may be empty for a moment. */
const EMPTY_LOCK_MS = 1000;

/** Takes the lock. Returns the function that releases it; undefined where a process, possibly this one, holds it or may hold it. */
export async function takeFileLock(path: string): Promise<(() => Promise<void>) | undefined> {
  const start = processStart(process.pid);
  const owner: Owner = { host: hostname(), pid: process.pid, token: randomUUID(), ...(start !== undefined && { start }) };
  const content = JSON.stringify(owner);
  for (;;) {
    if (await create(path, content)) return () => removeLock(path, content);
    const present = await readLock(path);
    if (present === undefined) continue;
    if (await isHeld(path, present)) return undefined;
    const release = await takeFileLock(claimPath(path, present));
    if (!release) return undefined;
    try {
      // An earlier owner of the claim may have removed the abandoned lock already: then this is the lock of a successor, and stays.
      await removeLock(path, present);
    } finally {
      await release();
    }
  }
}

/** Runs an action under the lock. Returns false, without running it, where the lock cannot be taken. */
export async function withFileLock(path: string, action: () => Promise<void>): Promise<boolean> {
  const release = await takeFileLock(path);
  if (!release) return false;
  try {
    await action();
    return true;
  } finally {
    await release();
  }
}

const claimPath = (path: string, content: string): string => `${path}.${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;

/** Creates the file with its whole content at once: no process sees a lock without an owner. A file system without hard links needs two steps. */
async function create(path: string, content: string): Promise<boolean> {
  const part = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(part, content, { mode: 0o600, flag: 'wx' });
    await link(part, path).catch((error: unknown) => {
      if (!NO_LINKS.some((code) => hasCode(error, code))) throw error;
      return writeFile(path, content, { mode: 0o600, flag: 'wx' });
    });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes the lock if it has this content. Only the owner, or the holder of the claim on this content, may call it: nobody else changes the file then. */
async function removeLock(path: string, content: string): Promise<void> {
  if ((await readLock(path)) === content) await rm(path, { force: true });
}

async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Whether the owner of a lock is alive. A content that names no owner was damaged, or was written by an earlier version that has ended. */
async function isHeld(path: string, content: string): Promise<boolean> {
  const isYoung = async (milliseconds: number): Promise<boolean> => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    return Date.now() - mtimeMs < milliseconds;
  };
  if (content === '') return isYoung(EMPTY_LOCK_MS);
  let owner: Partial<Owner>;
  try {
    owner = JSON.parse(content) as Partial<Owner>;
  } catch {
    return false;
  }
  if (typeof owner.pid !== 'number') return false;
  if (owner.host === undefined || owner.host === hostname()) return isAlive(owner.pid, owner.start);
  return isYoung(FOREIGN_LOCK_MS);
}

const hasCode = (error: unknown, code: string): boolean => (error as { code?: unknown }).code === code;
