/** The scratch folder of a benchmark or a soak, and what must be stopped before it is removed. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftovers } from './process-tree.ts';

/** A folder, with what is done at its end. */
export type Scratch = {
  folder: string;
  /** Adds something to do at the end, also after an error or a signal. The last one added is done first. */
  onEnd(closer: () => unknown): void;
  /** Does what was added, ends processes that still use the folder, and removes the folder. Further calls wait for the first one. */
  end(): Promise<void>;
};

/** Creates a folder. After SIGINT or SIGTERM it ends, and then this process does, with 130. */
export async function openScratch(prefix: string): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  // When root runs this, PostgreSQL runs as another user, which must be able to enter this folder.
  await chmod(folder, 0o711);
  const closers: (() => unknown)[] = [];
  let ended: Promise<void> | undefined;
  // Runs only once: an error that is caused by stopping must not end this process before everything has stopped.
  const end = (): Promise<void> => (ended ??= endAll());
  const endAll = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await Promise.resolve(close()).catch((error: unknown) => console.error(error));
    endLeftovers(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  // A signal to the process group arrives twice: from its sender, and from the command that started this one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end().finally(() => process.exit(130)));
  return { folder, onEnd: (closer) => void closers.push(closer), end };
}
