import { readFile } from 'node:fs/promises';
import { killTree, treesOf } from '../program/process-table.ts';

type Watched = { mark: string; maxBytes: number; exceeded: (bytes: number) => void };

const PERIOD_MILLISECONDS = 500;

/** Polls the memory use of runs and kills those above their limit, for systems without control groups. */
export class MemoryWatch {
  readonly #watched = new Map<number, Watched>();
  #isScheduled = false;

  /** Watches the process group of a run. Returns a function that ends the watch. */
  add(group: number, watched: Watched): () => void {
    this.#watched.set(group, watched);
    this.#schedule();
    return () => {
      if (this.#watched.get(group) === watched) this.#watched.delete(group);
    };
  }

  async #check(): Promise<void> {
    const trees = await treesOf([...this.#watched.keys()]);
    for (const [group, pids] of trees) {
      const watched = this.#watched.get(group);
      if (!watched) continue;
      const bytes = (await Promise.all(pids.map(ownMemory))).reduce((sum, one) => sum + one, 0);
      if (bytes <= watched.maxBytes || this.#watched.get(group) !== watched) continue;
      this.#watched.delete(group);
      watched.exceeded(bytes);
      await killTree(group, new Set([watched.mark]));
    }
    this.#isScheduled = false;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#watched.size === 0) return;
    this.#isScheduled = true;
    setTimeout(() => void this.#check(), PERIOD_MILLISECONDS);
  }
}

/** The anonymous and shared memory of a process, in bytes. File pages are not counted: the kernel can drop them. */
async function ownMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}
