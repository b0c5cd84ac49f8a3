type ProcessIdentity = { pid: number; start: string };

/** Between fork and exec a process briefly has the environment of its parent, so a single read does not prove that the process is unrelated. */
const FORK_GRACE_MILLISECONDS = 2000;

/** Remembers processes of the machine that belong to no run, so that their environment is not read again. */
export class UnrelatedProcesses {
  #since = new Map<string, number>();

  /** Whether a process is known to belong to no run. */
  has(item: ProcessIdentity): boolean {
    return performance.now() - (this.#since.get(keyOf(item)) ?? Infinity) > FORK_GRACE_MILLISECONDS;
  }

  /** Updates the processes after a read of the whole process table. */
  update<Item extends ProcessIdentity>(seen: readonly Item[], isUnrelated: (item: Item) => boolean): void {
    const now = performance.now();
    this.#since = new Map(seen.filter(isUnrelated).map((item) => [keyOf(item), this.#since.get(keyOf(item)) ?? now]));
  }
}

const keyOf = ({ pid, start }: ProcessIdentity): string => `${pid} ${start}`;
