/** Sends the reports of executions in batches, and sends again what the control plane has not taken. */
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { CHUNK_LINES, decodeChunk, encodeChunk, type LogLine } from '@millrace/wire/log-chunks';
import { gapLine } from '../logs/log-queue.ts';
import { bytesOf } from '../outcomes/reported-data.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { Backoff, sleepUnlessAborted } from '../program/waiting.ts';
import { ExecutionReports } from './execution-reports.ts';
import { EngineCredentialRejected, type Protocol } from './protocol.ts';

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
function renumbered(batch: Report, early: readonly Schema<'EarlyLog'>[]): Report {
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

type GatheredReport = Required<Omit<Schema<'Report'>, 'sentAt' | 'returns'>> & Pick<Schema<'Report'>, 'returns'>;

/** The most text in the log lines of one report, before compression, in UTF-16 units. */
const MAX_BODY_TEXT = 4 * 2 ** 20;
/** The most text of one execution in a report, in UTF-16 units; the limit of a chunk is four times as many bytes. */
const MAX_CHUNK_TEXT = 2 ** 20;
/** The most starts, logs or ends of executions in one report. */
const MAX_PARTS = 5000;
/** Size of a line in a chunk, without its message. */
const LINE_OVERHEAD = 18;
/** Size of the parts of one execution in a report, without their lines and metrics. */
const PART_OVERHEAD = 200;
/**
 * Batching delay of starts and log lines, and the shortest time between two reports. A short run thus fits into one report, and so do runs that end in
 * quick succession. The end of a single run is reported at once.
 */
const GATHER_MILLISECONDS = 25;
/** The shortest time between reports while several executions report: larger batches cost less. */
const BUSY_GATHER_MILLISECONDS = 50;

/** The calls that the reporter uses. */
type Receiver = Pick<Protocol, 'report' | 'online'>;

type ReporterParts = { protocol: Receiver; log: OwnLog; signal: AbortSignal; deleted: () => void };

/** Sends the reports of all executions in batches, one at a time; while one is sent, the next one is collected. */
export class Reporter {
  readonly #parts: ReporterParts;
  readonly #ready = new Set<ExecutionReports>();
  readonly #open = new Map<string, ExecutionReports>();
  #sending = false;
  /** The time at which the last report was sent; this and `#due` are by the monotonic clock. */
  #sentAt = -Infinity;
  #interval = GATHER_MILLISECONDS;
  #due = Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ReporterParts) {
    this.#parts = parts;
  }

  /** Opens the reports of one execution. */
  open(lease: Schema<'ExecutionLease'>, spillPath: string, refused: () => void): ExecutionReports {
    const reports = new ExecutionReports(lease, { spillPath, refused, ready: (one) => this.#wake(one) });
    this.#open.set(lease.executionId, reports);
    void reports.receipt.then(() => {
      this.#ready.delete(reports);
      if (this.#open.get(lease.executionId) === reports) this.#open.delete(lease.executionId);
    });
    return reports;
  }

  /** Waits while an execution has much unsent log and the control plane answers. */
  async waitForBacklog(reports: ExecutionReports): Promise<void> {
    while (reports.hasLongBacklog && !this.#parts.signal.aborted && this.#parts.protocol.online) {
      await sleepUnlessAborted(20, this.#parts.signal);
    }
  }

  #wake(reports: ExecutionReports): void {
    this.#ready.add(reports);
    if (this.#sending) return;
    const now = performance.now();
    const due = Math.max(now + ((reports.finish ?? reports.queueReturn) ? 0 : GATHER_MILLISECONDS), this.#sentAt + this.#interval);
    if (due >= this.#due) return;
    this.#due = due;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), due - now);
  }

  async #send(): Promise<void> {
    this.#due = Infinity;
    this.#sending = true;
    while (this.#ready.size > 0 && !this.#parts.signal.aborted) {
      this.#sentAt = performance.now();
      const batch = this.#gather();
      const isFull = this.#ready.size > 0;
      await this.#deliver(batch);
      const rest = this.#sentAt + this.#interval - performance.now();
      if (this.#ready.size > 0 && !isFull && rest > 0) await sleepUnlessAborted(rest, this.#parts.signal);
    }
    this.#sending = false;
  }

  #gather(): GatheredReport {
    const batch: GatheredReport = { starts: [], logs: [], finishes: [] };
    let budget = MAX_BODY_TEXT;
    this.#interval = this.#ready.size > 1 ? BUSY_GATHER_MILLISECONDS : GATHER_MILLISECONDS;
    for (const reports of Array.from(this.#ready)) {
      if (budget <= 0 || Math.max(batch.starts.length, batch.logs.length, batch.finishes.length) >= MAX_PARTS) break;
      this.#ready.delete(reports);
      if (reports.closed) continue;
      const { executionId, fence } = reports;
      if (reports.start) {
        batch.starts.push({ executionId, fence, ...reports.start });
        reports.start = undefined;
      }
      const taken = reports.queue?.take(CHUNK_LINES, Math.min(MAX_CHUNK_TEXT, budget), lineCost);
      if (taken) {
        batch.logs.push({ executionId, fence, firstIndex: taken.firstIndex, chunk: encodeChunk(taken.lines).toString('base64') });
        budget -= taken.cost;
      }
      budget -= PART_OVERHEAD;
      // An execution with more lines goes to the end of the queue, so that it does not delay the others.
      if (reports.queue && !reports.queue.empty) this.#ready.add(reports);
      else if (reports.finish) {
        batch.finishes.push({ executionId, fence, ...reports.finish });
        const { components = [], inputs = [], outputs = [] } = reports.finish;
        budget -= bytesOf(components, inputs, outputs);
      } else if (reports.queueReturn) (batch.returns ??= []).push({ executionId, fence, ...reports.queueReturn });
    }
    return batch;
  }

  async #deliver(batch: Schema<'Report'>): Promise<void> {
    const backoff = new Backoff();
    let warned = false;
    while (!this.#parts.signal.aborted) {
      try {
        if (batch.starts?.length) reachFaultPoint('engine.before-start-report');
        if (batch.finishes?.length) reachFaultPoint('engine.before-finish-report');
        const answer = await this.#parts.protocol.report(batch, this.#parts.signal);
        if (batch.starts?.length) reachFaultPoint('engine.after-start-report');
        if (batch.finishes?.length) reachFaultPoint('engine.after-finish-report');
        const sent = new Map(partsOf(batch).map((part) => [part.executionId, part.fence]));
        for (const id of answer.refused) this.#refuse(id, sent.get(id));
        const early = new Set(answer.early?.map((one) => one.executionId));
        for (const { executionId, fence } of [...(batch.finishes ?? []), ...(batch.returns ?? [])])
          if (!early.has(executionId)) this.#reportsOf(executionId, fence)?.discard('accepted');
        return early.size === 0 ? undefined : this.#sendAgain(batch, answer.early ?? []);
      } catch (error) {
        if (error instanceof EngineCredentialRejected) return this.#parts.deleted();
        if (error instanceof ApiError && (error.status === 400 || error.status === 413)) return this.#deliverHalves(batch, error);
        if (error instanceof ApiError && !warned)
          this.#parts.log('warn', 'The control plane rejected a report; the engine tries again', { reason: messageOf(error) });
        warned = true;
        await sleepUnlessAborted(backoff.next(), this.#parts.signal);
      }
    }
  }

  /**
   * The control plane has lost log lines that it had acknowledged, for example by a restore from a backup. The rest follows a line that states the gap.
   */
  async #sendAgain(batch: Schema<'Report'>, early: readonly Schema<'EarlyLog'>[]): Promise<void> {
    for (const { executionId, fence, nextIndex } of early) {
      const first = batch.logs?.find((part) => part.executionId === executionId)?.firstIndex ?? nextIndex;
      this.#reportsOf(executionId, fence)?.queue?.renumber(nextIndex + 1 - first);
      this.#parts.log('error', 'The control plane has lost log lines that it had acknowledged', {
        execution: executionId,
        lines: first - nextIndex,
      });
    }
    await this.#deliver(renumbered(batch, early));
  }

  /** Halves a refused batch until the malformed part is found, so that it does not block all others. */
  async #deliverHalves(batch: Schema<'Report'>, error: ApiError): Promise<void> {
    const halves = halved(batch);
    if (halves) {
      for (const half of halves) await this.#deliver(half);
      return;
    }
    const part = partsOf(batch)[0];
    if (!part) return;
    const facts = { execution: part.executionId, reason: messageOf(error) };
    this.#parts.log('error', 'The control plane refuses a report as malformed; the engine abandons the execution', facts);
    this.#refuse(part.executionId, part.fence);
  }

  #refuse(executionId: string, fence: number | undefined): void {
    const reports = this.#reportsOf(executionId, fence);
    if (!reports || reports.closed) return;
    reports.discard();
    reports.refused();
  }

  /** The reports of an execution under exactly this fence: the execution may be held again under a newer one. */
  #reportsOf(executionId: string, fence: number | undefined): ExecutionReports | undefined {
    const reports = this.#open.get(executionId);
    return reports?.fence === fence ? reports : undefined;
  }
}

const lineCost = (line: LogLine): number => line.message.length + LINE_OVERHEAD;
