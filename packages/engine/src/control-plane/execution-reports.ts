import type { Schema } from '@millrace/contract';
import type { LogLine } from '@millrace/wire/log-chunks';
import { LogQueue } from '../logs/log-queue.ts';

type Finish = Omit<Schema<'FinishReport'>, 'executionId' | 'fence'>;
type Start = Omit<Schema<'StartReport'>, 'executionId' | 'fence'>;
type Return = Omit<Schema<'ReturnReport'>, 'executionId' | 'fence'>;

/** The answer of the control plane to the report of an execution's end or return. */
export type Receipt = 'accepted' | 'refused';

/** Bytes of unsent log in the spill file above which a task is slowed down, as long as the control plane answers. */
const MAX_BACKLOG_BYTES = 128 * 2 ** 20;

/** Collects the reports of one execution. `refused` is called when the control plane refuses further reports of it. */
export class ExecutionReports {
  readonly executionId: string;
  readonly fence: number;
  readonly refused: () => void;
  readonly receipt: Promise<Receipt>;
  /** What is still to be reported. The reporter takes the start and the lines, and reads the end when no line is left. */
  start: Start | undefined;
  finish: Finish | undefined;
  /** The return of the execution to the queue, reported instead of an end. */
  queueReturn: Return | undefined;
  queue: LogQueue | undefined;
  closed = false;
  readonly #settle: (receipt: Receipt) => void;
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
    const { promise, resolve } = Promise.withResolvers<Receipt>();
    this.receipt = promise;
    this.#settle = resolve;
  }

  /** Reports that the task runs, and in which pod if it runs in one. */
  started(at: number, podName?: string): void {
    if (this.closed) return;
    this.start = { startedAt: at, ...(podName !== undefined && { podName }) };
    this.#ready(this);
  }

  /** Reports log lines. */
  lines(lines: readonly LogLine[]): void {
    if (this.closed || lines.length === 0) return;
    this.queue ??= new LogQueue(this.#spillPath);
    this.queue.push(lines);
    this.#ready(this);
  }

  /** Numbers the lines from this number on, because an earlier program of the engine has reported the lines before it. */
  resume(number: number): void {
    this.queue ??= new LogQueue(this.#spillPath);
    this.queue.renumber(number);
  }

  /** Reports the last lines and the end. Resolves when the control plane has accepted or refused the report. */
  finished(finish: Finish, closingLines: readonly LogLine[] = []): Promise<Receipt> {
    if (!this.closed) this.finish = finish;
    return this.#reportEnd(closingLines);
  }

  /** Reports the last lines and the return of the execution to the queue. Resolves as `finished` does. */
  returned(queueReturn: Return, closingLines: readonly LogLine[]): Promise<Receipt> {
    if (!this.closed) this.queueReturn = queueReturn;
    return this.#reportEnd(closingLines);
  }

  #reportEnd(lines: readonly LogLine[]): Promise<Receipt> {
    if (this.closed) return this.receipt;
    if (lines.length > 0) {
      this.queue ??= new LogQueue(this.#spillPath);
      this.queue.pushLast(lines);
    }
    this.#ready(this);
    return this.receipt;
  }

  /** Whether so much log is unsent that the task should wait. */
  get hasLongBacklog(): boolean {
    return !this.closed && (this.queue?.spilledBytes ?? 0) > MAX_BACKLOG_BYTES;
  }

  /** Drops everything unsent and settles the receipt. */
  discard(receipt: Receipt = 'refused'): void {
    this.closed = true;
    this.queue?.close();
    this.#settle(receipt);
  }
}
