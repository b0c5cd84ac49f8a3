type Seen = { pid: number; start: string };

/** A process between its fork and its program still shows the environment of its parent. */
const SURE_MILLISECONDS = 2000;

/** Processes of the machine that belong to no run, as several looks have shown: what a process belongs to does not change. */
export class UnrelatedProcesses {
  #since = new Map<string, number>();

  /** Whether it need not be asked any more. */
  has(one: Seen): boolean {
    return performance.now() - (this.#since.get(keyOf(one)) ?? Infinity) > SURE_MILLISECONDS;
  }

  /** Takes note of a look at all processes. */
  look<One extends Seen>(seen: readonly One[], isUnrelated: (one: One) => boolean): void {
    const now = performance.now();
    this.#since = new Map(seen.filter(isUnrelated).map((one) => [keyOf(one), this.#since.get(keyOf(one)) ?? now]));
  }
}

const keyOf = ({ pid, start }: Seen): string => `${pid} ${start}`;
