import type { Schema } from '@millrace/contract';
import type { LogLine } from '@millrace/wire/log-chunks';
import type { Span } from '@millrace/wire/tracing';
import type { ExecutionReports } from '../control-plane/execution-reports.ts';
import { gapLine } from '../logs/log-queue.ts';
import { closingLines, type Ending, endingOfStop, MAX_ERROR_MESSAGE, type StopReason, systemLine, toFinish } from '../outcomes/outcome.ts';
import { messageOf } from '../program/own-log.ts';
import { sleepUnlessAborted } from '../program/waiting.ts';
import type { HeldExecution, RunServices } from '../runs/runner.ts';
import { ClusterFault, clusterFaultOf } from './cluster-faults.ts';
import type { Frame, PodFinish } from './frames.ts';
import { ClusterRun, PodLost } from './cluster-run.ts';
import type { PodServices } from './pod-services.ts';

/** The interval at which a run with much unsent log checks whether some of it was sent. */
const BACKLOG_MILLISECONDS = 100;

/** The facts about a run: from its order for a new run, from its annotations for a run of an earlier program. */
export type PodRunFacts = {
  lease: Schema<'ExecutionLease'>;
  /** The name of its Job; `create` returns another one if the run uses a waiting pod. */
  name: string;
  create?: () => Promise<string>;
  /** Whether the Secret with the order is missing, because the earlier program was killed after it had created the Job. */
  lacksOrder?: () => Promise<boolean>;
  /** The lines that this engine has written before those of the pod. */
  engineLines?: LogLine[];
  /** Whether an earlier program of the engine has started the run. */
  isLeft: boolean;
  timeoutMinutes?: number | undefined;
  traceparent?: string | undefined;
  mayReturn: boolean;
  /** Called when the run needs nothing more from the agent. */
  released: () => void;
};

/** One execution that runs as a pod, from its claim until its end is reported. The constructor starts it. */
export class PodExecution implements HeldExecution {
  readonly lease: Schema<'ExecutionLease'>;
  readonly done: Promise<void>;
  active = true;
  stopReason: StopReason | undefined;
  readonly #facts: PodRunFacts;
  readonly #services: RunServices;
  readonly #reports: ExecutionReports;
  readonly #run: ClusterRun;
  readonly #span: Span;
  #begun = false;
  #isAbandoned = false;
  #isLeaving = false;
  /** The number of the next line of the pod; undefined before the first. */
  #nextNumber: number | undefined;
  readonly #engineLines: LogLine[];

  constructor(facts: PodRunFacts, services: RunServices, pods: PodServices) {
    this.lease = facts.lease;
    this.#facts = facts;
    this.#services = services;
    this.#engineLines = facts.engineLines ?? [];
    this.#reports = services.reporter.open(facts.lease, pods.spillPath(facts.lease), () => this.abandon());
    this.#span = services.tracing.span('run execution', { parent: facts.traceparent, kind: 'consumer' });
    this.#run = new ClusterRun(facts.name, pods, { log: services.log, addNote: (note) => this.#addNote(note) });
    this.done = this.#perform();
  }

  get preparing(): boolean {
    return this.active && !this.#begun;
  }

  stop(reason: StopReason): void {
    if (this.stopReason !== undefined || !this.active) return;
    this.stopReason = reason;
    // The pod outlives this program; the next one continues it.
    if (reason === 'shutdown') this.#leave();
    else this.#run.end();
  }

  abandon(): void {
    this.#isAbandoned = true;
    this.#reports.discard();
    this.#run.abandon();
  }

  #leave(): void {
    this.#isLeaving = true;
    this.#run.abandon();
  }

  async #perform(): Promise<void> {
    const began = performance.now();
    let ending: Ending;
    let finish: PodFinish | undefined;
    try {
      await this.#create();
      finish = await this.#follow();
      ending = await this.#endingOf(finish);
    } catch (error) {
      if (this.#isLeaving || this.#isAbandoned) return this.#close();
      if (this.stopReason) ending = endingOfStop(this.stopReason, this.#facts.timeoutMinutes);
      else if (error instanceof PodLost) ending = error.ending;
      else {
        const fault = clusterFaultOf(error);
        if (fault.returns && this.preparing && this.#facts.mayReturn) return this.#returnToQueue(fault);
        if (fault.illness) this.#services.health.failed(fault.illness);
        ({ ending } = fault);
      }
    }
    if (this.#isLeaving || this.#isAbandoned) return this.#close();
    this.#resume(0);
    this.active = false;
    const isOutcomeOfPod = finish?.outcome === ending.outcome && finish.errorType === ending.errorType;
    const lines = isOutcomeOfPod ? [] : closingLines(ending, undefined, {}, performance.now() - began);
    this.#span.end(ending.outcome === 'EXECUTION_SUCCESS' ? undefined : (ending.errorType ?? ending.outcome));
    const report = finish && isOutcomeOfPod ? finish : { ...toFinish(ending, {}), ...countsOf(finish) };
    const receipt = this.#reports.finished({ ...report, ...this.#traced() }, lines);
    this.#services.ended();
    await receipt;
    return this.#close();
  }

  async #create(): Promise<void> {
    if (this.#facts.create) await this.#run.create(this.#facts.create);
    // If the cluster does not answer, assume that the Secret is there.
    if (await this.#facts.lacksOrder?.().catch(() => false))
      throw new ClusterFault('ORDER_LOST', 'The engine was killed before it had given the pod its order, so the pod cannot start', {
        returns: true,
      });
  }

  /** Waits for the start of the pod and reports its frames; returns the outcome that the pod reported, if there is one. */
  async #follow(): Promise<PodFinish | undefined> {
    await this.#run.started();
    for await (const frame of this.#run.frames()) {
      const finish = this.#report(frame);
      if (finish) return finish;
      // Do not read on meanwhile: this program would have to drop lines, whereas the node keeps them.
      while (this.#reports.hasLongBacklog && !this.#isAbandoned && !this.#isLeaving) await sleepUnlessAborted(BACKLOG_MILLISECONDS);
    }
    return undefined;
  }

  /** Reports a frame, or returns the outcome if the frame has it. */
  #report(frame: Frame): PodFinish | undefined {
    this.#begun = true;
    if (frame.frame === 'ended') return frame.finish;
    if (frame.frame === 'started') {
      this.#services.health.began();
      this.#reports.started(frame.at, this.#run.podName);
      return undefined;
    }
    const { frame: _frame, number, ...line } = frame;
    this.#resume(number);
    const missing = number - (this.#nextNumber ?? number);
    this.#nextNumber = number + 1;
    this.#reports.lines(missing > 0 ? [gapLine(missing, 'the log of the pod no longer holds them'), line] : [line]);
    return undefined;
  }

  /**
   * Before the first line of a run that an earlier program has left: numbers the lines as that program did, so that the control plane recognises the lines
   * that it has. The lines of the engine come first, then those of the pod. Lines that the log of the pod no longer has were read by the earlier program.
   */
  #resume(number: number): void {
    if (this.#nextNumber !== undefined) return;
    this.#nextNumber = this.#facts.isLeft ? number : 0;
    if (!this.#facts.isLeft) return;
    if (number === 0) this.#reports.lines(this.#engineLines);
    else this.#reports.resume(this.#engineLines.length + number);
  }

  /** Adds a line of this engine. It is noted on the Job first, so that a later program gives the lines the same numbers. */
  async #addNote(note: string): Promise<void> {
    const line = systemLine(note, 'WARN');
    if (!(await this.#run.keepLines([...this.#engineLines, line]))) return;
    if (this.#facts.isLeft && this.#nextNumber === undefined) this.#reports.lines(this.#engineLines);
    this.#nextNumber ??= 0;
    this.#engineLines.push(line);
    this.#reports.lines([line]);
  }

  /** A reason that the engine knows overrides the outcome that the pod reported, because the pod sees only that it has to end. */
  async #endingOf(finish: PodFinish | undefined): Promise<Ending> {
    if (this.stopReason) return endingOfStop(this.stopReason, this.#facts.timeoutMinutes);
    if (finish && finish.outcome !== 'EXECUTION_TERMINATED') return finish;
    return this.#run.endingOfLoss();
  }

  /** Returns the execution to the queue: its pod has not started. */
  async #returnToQueue({ illness, ending: { errorType = 'ENGINE_ERROR', errorMessage = '' } }: ClusterFault): Promise<void> {
    this.#resume(0);
    this.active = false;
    this.#span.end('RETURNED');
    if (illness) this.#services.health.failed(illness);
    const lines = [
      systemLine(errorMessage, 'WARN'),
      systemLine('The engine returns the execution to the queue, where it waits for an engine that can start it', 'WARN'),
    ];
    const receipt = this.#reports.returned({ errorType, errorMessage: errorMessage.slice(0, MAX_ERROR_MESSAGE) }, lines);
    this.#services.ended();
    await receipt;
    return this.#close();
  }

  #traced(): { traceparent?: string } {
    const { traceparent } = this.#span;
    return this.#facts.traceparent === undefined || traceparent === undefined ? {} : { traceparent };
  }

  async #close(): Promise<void> {
    this.active = false;
    this.#facts.released();
    if (this.#isLeaving) this.#reports.discard();
    await this.#run.close({ keep: this.#isLeaving }).catch((error: unknown) => {
      const facts = { execution: this.lease.executionId, reason: messageOf(error) };
      this.#services.log('warn', 'The Job of an ended run could not be removed; the cluster removes it after an hour', facts);
    });
  }
}

/** The fields of the report of a pod that do not say how the run ended, such as its row counts. */
function countsOf(finish: PodFinish | undefined): Partial<PodFinish> {
  if (!finish) return {};
  const { outcome: _outcome, exitCode: _exitCode, errorType: _errorType, errorMessage: _errorMessage, ...counts } = finish;
  return counts;
}
