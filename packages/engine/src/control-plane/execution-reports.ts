import type { Schema } from '@millrace/contract';
import { decodeChunk, encodeChunk, type LogLine } from '@millrace/wire/log-chunks';
import { gapLine, LogQueue } from '../logs/log-queue.ts';

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
  start: Start | undefined;
  finish: Finish | undefined;
  /** The return of the execution to the queue, reported instead of an end. */
  queueReturn: Return | undefined;
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
    this.settle(receipt);
  }
}

type Report = Schema<'Report'>;

/** All parts of a batch, each with its execution and fence. */
export function partsOf(batch: Report): Schema<'ExecutionLease'>[] {
  return [...(batch.starts ?? []), ...(batch.logs ?? []), ...(batch.finishes ?? []), ...(batch.returns ?? [])];
}

/**
 * Halves a batch that the control plane refused as a whole (too large, or one part malformed): first by execution, then by the log lines of the one
 * execution. The order within each execution stays: start, lines, finish or return. Undefined when the batch cannot be halved.
 */
export function halved(batch: Report): [Report, Report] | undefined {
  const ids = [...new Set(partsOf(batch).map((part) => part.executionId))];
  if (ids.length > 1) {
    const first = new Set(ids.slice(0, ids.length / 2));
    return [only(batch, (id) => first.has(id)), only(batch, (id) => !first.has(id))];
  }
  const logs = batch.logs ?? [];
  const [log] = logs;
  if (!log || logs.length > 1) return undefined;
  const chunks = halvedChunk(log.chunk);
  if (!chunks) return undefined;
  const [first, second, count] = chunks;
  return [
    { starts: batch.starts ?? [], logs: [{ ...log, chunk: first }] },
    {
      logs: [{ ...log, firstIndex: log.firstIndex + count, chunk: second }],
      finishes: batch.finishes ?? [],
      ...(batch.returns && { returns: batch.returns }),
    },
  ];
}

/**
 * The part of a batch that the control plane refused because earlier log lines are missing there. Each such execution gets a line that states the gap,
 * and its lines are numbered to follow that line.
 */
export function renumbered(batch: Report, early: readonly Schema<'EarlyLog'>[]): Report {
  const next = new Map(early.map((one) => [one.executionId, one.nextIndex]));
  const repeated = only(batch, (id) => next.has(id));
  const logs = (repeated.logs ?? []).flatMap((log) => {
    const index = next.get(log.executionId) ?? 0;
    const lost = log.firstIndex - index;
    // No lines are missing before this part.
    if (lost <= 0) return [log];
    const chunk = encodeChunk([gapLine(lost, 'the control plane has lost them')]).toString('base64');
    return [
      { ...log, firstIndex: index, chunk },
      { ...log, firstIndex: index + 1 },
    ];
  });
  return { ...repeated, logs };
}

function halvedChunk(chunk: string): [string, string, number] | undefined {
  const lines = decodeChunk(Buffer.from(chunk, 'base64'));
  if (lines.length < 2) return undefined;
  const middle = Math.floor(lines.length / 2);
  const [first, second] = [lines.slice(0, middle), lines.slice(middle)].map((part) => encodeChunk(part).toString('base64'));
  return [first ?? '', second ?? '', middle];
}

/** The parts of a batch that belong to the wanted executions. */
function only(batch: Report, wanted: (executionId: string) => boolean): Report {
  return {
    starts: (batch.starts ?? []).filter((part) => wanted(part.executionId)),
    logs: (batch.logs ?? []).filter((part) => wanted(part.executionId)),
    finishes: (batch.finishes ?? []).filter((part) => wanted(part.executionId)),
    ...(batch.returns && { returns: batch.returns.filter((part) => wanted(part.executionId)) }),
  };
}
