import type { Schema } from '@millrace/contract';
import { LogQueue } from './log-queue.ts';
import type { LogLine } from '@millrace/wire/log-chunks';

type Finish = Omit<Schema<'FinishReport'>, 'executionId' | 'fence'>;
type Return = Omit<Schema<'ReturnReport'>, 'executionId' | 'fence'>;

/** What became of the report of an execution's end, or of its return. */
export type Receipt = 'taken' | 'refused';

/** Beyond this much unsent log a task is slowed down, as long as the control plane answers. */
const SLOW_BYTES = 128 * 2 ** 20;

/** Where one execution reports to; `refused` is called when the control plane takes nothing more for it. */
export class ExecutionReports {
  readonly executionId: string;
  readonly fence: number;
  readonly refused: () => void;
  readonly receipt: Promise<Receipt>;
  startedAt: number | undefined;
  finish: Finish | undefined;
  /** That the execution goes back to the queue, in place of an end. */
  giveBack: Return | undefined;
  queue: LogQueue | undefined;
  closed = false;
  settle: (receipt: Receipt) => void = () => {};
  readonly #spillPath: string;
  readonly #ready: (reports: ExecutionReports) => void;

  constructor(
    lease: Schema<'ExecutionLease'>,
    options: { spillPath: string; refused: () => void; ready: (reports: ExecutionReports) => void },
  ) {
    this.executionId = lease.executionId;
    this.fence = lease.fence;
    this.refused = options.refused;
    this.#spillPath = options.spillPath;
    this.#ready = options.ready;
    this.receipt = new Promise((resolve) => (this.settle = resolve));
  }

  /** Reports that the task runs. */
  started(at: number): void {
    if (this.closed) return;
    this.startedAt = at;
    this.#ready(this);
  }

  /** Reports log lines. */
  lines(lines: readonly LogLine[]): void {
    if (this.closed || lines.length === 0) return;
    this.queue ??= new LogQueue(this.#spillPath);
    this.queue.push(lines);
    this.#ready(this);
  }

  /** Reports the last lines and the end; settles when the control plane has it or wants nothing of it. */
  finished(finish: Finish, lastWords: readonly LogLine[] = []): Promise<Receipt> {
    if (!this.closed) this.finish = finish;
    return this.#last(lastWords);
  }

  /** Reports the last lines and that the execution goes back to the queue; settles as the report of an end does. */
  givenBack(giveBack: Return, lastWords: readonly LogLine[]): Promise<Receipt> {
    if (!this.closed) this.giveBack = giveBack;
    return this.#last(lastWords);
  }

  #last(lines: readonly LogLine[]): Promise<Receipt> {
    if (this.closed) return this.receipt;
    if (lines.length > 0) {
      this.queue ??= new LogQueue(this.#spillPath);
      this.queue.pushLast(lines);
    }
    this.#ready(this);
    return this.receipt;
  }

  /** Whether so much is unsent that the task should wait. */
  get crowded(): boolean {
    return !this.closed && (this.queue?.spilledBytes ?? 0) > SLOW_BYTES;
  }

  /** Forgets what is unsent. */
  discard(receipt: Receipt = 'refused'): void {
    this.closed = true;
    this.queue?.close();
    this.settle(receipt);
  }
}
