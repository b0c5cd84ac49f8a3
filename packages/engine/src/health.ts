/** Whether this engine can begin runs: a circuit breaker between the faults of its machine and the claims that it makes. */
import type { OwnLog } from './own-log.ts';
import { type Illness, illnessOfCode } from './run-faults.ts';
import { Backoff, pause } from './waiting.ts';

/** So many runs in a row that the machine could not begin are an illness, whatever the self-test says: it may need less than they do. */
const MOST_IN_A_ROW = 3;
const FIRST_PAUSE_MILLISECONDS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A disk that hangs gives no error: a self-test that takes longer has failed. */
const PATIENCE_MILLISECONDS = 10_000;

/**
 * `well` claims as it has room. `tested` is in doubt since a run could not begin, and `ill` has found that none can: both claim nothing. `trial` has found
 * that it can again, and claims one run at a time until one has begun.
 */
type State = 'well' | 'tested' | 'ill' | 'trial';

/**
 * Finds out whether the machine is ill when a run could not begin, and tries it again at growing pauses.
 * @rule remote-engines.illness.claims
 */
export class Health {
  readonly #test: () => Promise<Illness | undefined>;
  readonly #changed: () => void;
  readonly #log: OwnLog;
  readonly #signal: AbortSignal;
  readonly #backoff: Backoff;
  #state: State = 'well';
  #illness: Illness | undefined;
  #failedInARow = 0;
  /** One that hangs is not begun again beside itself. */
  #testing: Promise<Illness | undefined> | undefined;

  /** `changed` is called when the room for runs or the illness has changed. */
  constructor(options: {
    test: () => Promise<Illness | undefined>;
    changed: () => void;
    log: OwnLog;
    signal: AbortSignal;
    pauseMilliseconds?: number | undefined;
  }) {
    this.#test = options.test;
    this.#changed = options.changed;
    this.#log = options.log;
    this.#signal = options.signal;
    this.#backoff = new Backoff(options.pauseMilliseconds ?? FIRST_PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS);
  }

  /** Why no run can begin; undefined where the engine is well. */
  get illness(): Illness | undefined {
    return this.#illness;
  }

  /** How many of the free places may be claimed for, where so many runs are being prepared. */
  room(free: number, preparing: number): number {
    if (this.#state === 'well') return free;
    return this.#state === 'trial' && preparing === 0 ? Math.min(1, free) : 0;
  }

  /** A run could not begin, and the machine is at fault. What the run had written is gone when `cleared` settles. */
  failed(illness: Illness, cleared: Promise<unknown> = Promise.resolve()): void {
    this.#failedInARow += 1;
    if (this.#state === 'tested' || this.#state === 'ill') return;
    if (this.#state === 'trial' || this.#failedInARow >= MOST_IN_A_ROW) return void this.#beIll(illness);
    this.#state = 'tested';
    this.#changed();
    void this.#look(illness, cleared);
  }

  /** A run has begun. */
  began(): void {
    this.#failedInARow = 0;
    if (this.#state !== 'trial') return;
    this.#state = 'well';
    this.#backoff.reset();
    this.#changed();
  }

  async #look(illness: Illness, cleared: Promise<unknown>): Promise<void> {
    await cleared;
    const found = await this.#tested();
    if (found || this.#failedInARow >= MOST_IN_A_ROW) return this.#beIll(found ?? illness);
    this.#state = 'well';
    this.#changed();
  }

  async #beIll(illness: Illness): Promise<void> {
    this.#state = 'ill';
    this.#illness = illness;
    this.#log('error', 'The engine is ill and takes no work until it is well', { reason: illness.message });
    this.#changed();
    for (;;) {
      await pause(this.#backoff.next(), this.#signal);
      if (this.#signal.aborted) return;
      const found = await this.#tested();
      if (!found) break;
      if (found.code === this.#illness.code) continue;
      this.#illness = found;
      this.#changed();
    }
    this.#state = 'trial';
    this.#illness = undefined;
    this.#log('info', 'The engine is well again and takes work');
    this.#changed();
  }

  async #tested(): Promise<Illness | undefined> {
    this.#testing ??= this.#test().finally(() => (this.#testing = undefined));
    const over = new AbortController();
    const overdue = pause(PATIENCE_MILLISECONDS, over.signal).then(() => illnessOfCode('ETIMEDOUT'));
    return Promise.race([this.#testing, overdue]).finally(() => over.abort());
  }
}
