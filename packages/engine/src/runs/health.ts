/** A circuit breaker: an engine whose machine cannot begin runs claims none until a self-test has passed. */
import type { OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { type Illness, illnessOfCode } from './run-faults.ts';

/** After this many failed starts in a row the engine is ill even if the self-test passes: runs may need more of the machine than the test does. */
const MAX_FAILURES_IN_A_ROW = 3;
const FIRST_PAUSE_MILLISECONDS = 1000;
const LONGEST_PAUSE_MILLISECONDS = 60_000;
/** A disk that hangs reports no error, so a self-test that takes longer than this has failed. */
const SELF_TEST_TIMEOUT_MILLISECONDS = 10_000;

/**
 * `well`: claims as capacity allows. `testing`: a run could not begin and the self-test is running; claims nothing.
 * `ill`: no run can begin; claims nothing. `trial`: the self-test passes again; claims one run at a time until one has begun.
 */
type State = 'well' | 'testing' | 'ill' | 'trial';

type HealthParts = {
  test: () => Promise<Illness | undefined>;
  /** Called when the number of runs that may be claimed or the illness has changed. */
  changed: () => void;
  log: OwnLog;
  signal: AbortSignal;
  pauseMilliseconds?: number | undefined;
};

/**
 * Tests the machine when a run could not begin, and repeats the test with growing pauses while the machine is ill.
 * @rule remote-engines.illness.claims
 */
export class Health {
  readonly #parts: HealthParts;
  readonly #backoff: Backoff;
  #state: State = 'well';
  #illness: Illness | undefined;
  #failedInARow = 0;
  /** The running self-test. If it hangs, no second one is started. */
  #testing: Promise<Illness | undefined> | undefined;

  constructor(parts: HealthParts) {
    this.#parts = parts;
    this.#backoff = new Backoff(parts.pauseMilliseconds ?? FIRST_PAUSE_MILLISECONDS, LONGEST_PAUSE_MILLISECONDS);
  }

  /** The reason why no run can begin; undefined if the engine is not ill. */
  get illness(): Illness | undefined {
    return this.#illness;
  }

  /** The number of executions that may be claimed, given the free capacity and the number of runs in preparation. */
  claimable(free: number, preparing: number): number {
    if (this.#state === 'well') return free;
    return this.#state === 'trial' && preparing === 0 ? Math.min(1, free) : 0;
  }

  /** A run could not begin because of the machine: begins the self-test. `cleared` settles when the files of that run are removed. */
  failed(illness: Illness, cleared: Promise<unknown> = Promise.resolve()): void {
    this.#failedInARow += 1;
    if (this.#state === 'testing' || this.#state === 'ill') return;
    if (this.#state === 'trial' || this.#failedInARow >= MAX_FAILURES_IN_A_ROW) return void this.#becomeIll(illness);
    this.#state = 'testing';
    this.#parts.changed();
    void this.#diagnose(illness, cleared);
  }

  /** A run has begun. */
  began(): void {
    this.#failedInARow = 0;
    if (this.#state !== 'trial') return;
    this.#state = 'well';
    this.#backoff.reset();
    this.#parts.changed();
  }

  async #diagnose(illness: Illness, cleared: Promise<unknown>): Promise<void> {
    await cleared;
    const found = await this.#testWithTimeout();
    if (found || this.#failedInARow >= MAX_FAILURES_IN_A_ROW) return this.#becomeIll(found ?? illness);
    this.#state = 'well';
    this.#parts.changed();
  }

  async #becomeIll(illness: Illness): Promise<void> {
    this.#state = 'ill';
    this.#illness = illness;
    this.#parts.log('error', 'The engine is ill and takes no work until it is well', { reason: illness.message });
    this.#parts.changed();
    for (;;) {
      await sleepUnlessAborted(this.#backoff.next(), this.#parts.signal);
      if (this.#parts.signal.aborted) return;
      const found = await this.#testWithTimeout();
      if (!found) break;
      if (found.code === this.#illness.code) continue;
      this.#illness = found;
      this.#parts.changed();
    }
    this.#state = 'trial';
    this.#illness = undefined;
    this.#parts.log('info', 'The engine is well again and takes work');
    this.#parts.changed();
  }

  async #testWithTimeout(): Promise<Illness | undefined> {
    this.#testing ??= this.#parts.test().finally(() => (this.#testing = undefined));
    const over = new AbortController();
    const overdue = sleepUnlessAborted(SELF_TEST_TIMEOUT_MILLISECONDS, over.signal).then(() => illnessOfCode('ETIMEDOUT'));
    return Promise.race([this.#testing, overdue]).finally(() => over.abort());
  }
}
