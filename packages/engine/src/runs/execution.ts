import type { Schema } from '@millrace/contract';
import { secretPartsOf } from '@millrace/contract/secret-signs';
import { reachFaultPoint } from '@millrace/wire/fault-points';
import { engineRequestsOf } from '@millrace/wire/jvm-arguments';
import type { LogLine } from '@millrace/wire/log-chunks';
import type { Span } from '@millrace/wire/tracing';
import type { BundleCache } from '../bundles/cache.ts';
import type { Command } from '../bundles/command.ts';
import type { SmallBundles } from '../bundles/small-bundles.ts';
import type { ExecutionReports } from '../control-plane/execution-reports.ts';
import { executionMark, removeRunFolder, type RunFolder, runFolder, thisProgram } from '../folders/run-folder.ts';
import type { Boundary, Isolation } from '../isolation/boundary.ts';
import type { AccessOf, AccessRequest } from '../isolation/run-access.ts';
import type { ClassArchives } from '../java/class-archives.ts';
import type { Java } from '../java/find-javas.ts';
import type { Limiter } from '../limits/task-limits.ts';
import { SecretMask } from '../masking/secret-mask.ts';
import { closingLines, type Ending, endingOfStop, MAX_ERROR_MESSAGE, type StopReason, systemLine, toFinish } from '../outcomes/outcome.ts';
import type { RowCounts } from '../outcomes/row-counts.ts';
import type { ProcessExit, Spawner } from '../processes/spawner.ts';
import type { OwnLog } from '../program/own-log.ts';
import { steadyNow } from '../program/steady-clock.ts';
import { setLongTimeout } from '../program/waiting.ts';
import { runInline, type HeldExecution, type RunServices } from './runner.ts';
import { readRecording } from './make-class-archive.ts';
import { prepareRun } from './preparation.ts';
import { type EndedProcess, runProcess } from './process.ts';
import { endingOfFault, type Illness, illnessBehind } from './run-faults.ts';
import { RunOutput } from './run-output.ts';

/** The services that executions on the machine of the engine share. */
type EngineServices = RunServices & {
  isolation: Isolation;
  environment: NodeJS.ProcessEnv;
  cache: BundleCache;
  smallBundles: SmallBundles;
  spawner: Spawner;
  limiter: Limiter;
  javas: readonly Java[];
  /** None in a pod and in a local run, whose folders end with them. */
  classArchives?: ClassArchives | undefined;
  access: AccessOf;
};

/** One execution that runs on the machine of the engine. */
export class Execution implements HeldExecution {
  readonly claim: Schema<'ClaimedExecution'>;
  readonly done: Promise<void>;
  /** Whether its task still runs. Afterwards only the report is pending. */
  active = true;
  stopReason: StopReason | undefined;
  /** Whether its process was started. */
  #begun = false;
  /** Whether its process has ended. This fixes the outcome; its last output may still arrive. */
  #exited = false;
  readonly #services: EngineServices;
  readonly #reports: ExecutionReports;
  readonly #mask: SecretMask;
  /** The engine's own log, for messages about this execution. */
  readonly #log: OwnLog;
  readonly #run: RunFolder;
  readonly #stop = new AbortController();
  readonly #abandon = new AbortController();
  readonly #output: RunOutput;
  readonly #span: Span;
  /** Whether its folder was already removed or kept as a spare. Then the task left no report file. */
  #cleared = false;
  /** The ending of a run that exceeded a limit. */
  #limitEnding: Ending | undefined;

  constructor(claim: Schema<'ClaimedExecution'>, services: EngineServices) {
    this.claim = claim;
    this.#services = services;
    this.#mask = SecretMask.of(claim);
    this.#log = this.#mask.log(services.log);
    this.#run = runFolder(services.isolation.runs, executionMark(claim.executionId, claim.fence));
    this.#reports = services.reporter.open(claim, this.#run.unsentLog, () => this.abandon());
    this.#output = new RunOutput(claim, this.#mask, this.#reports, this.#log);
    this.#span = services.tracing.span('run execution', {
      parent: claim.traceparent,
      kind: 'consumer',
      ...(services.tracing.isOn && {
        attributes: { 'millrace.execution_id': claim.executionId, 'millrace.task_id': claim.taskId, 'millrace.engine': services.name },
      }),
    });
    this.done = claim.runner === 'inline' ? this.#inline() : this.#process();
  }

  get lease(): Schema<'ExecutionLease'> {
    return { executionId: this.claim.executionId, fence: this.claim.fence };
  }

  /** Whether its process is still to be started. */
  get preparing(): boolean {
    return this.active && !this.#begun;
  }

  /** Ends the task after a grace period. The reason determines the outcome. */
  stop(reason: StopReason): void {
    if (this.stopReason !== undefined || !this.active || this.#exited) return;
    this.stopReason = reason;
    this.#stop.abort(new Error(reason));
  }

  /** Kills the task and reports nothing: this engine no longer holds the execution. */
  abandon(): void {
    this.#reports.discard();
    this.#abandon.abort(new Error('lost'));
    this.#stop.abort(new Error('lost'));
  }

  async #inline(): Promise<void> {
    const receipt = runInline(this.#reports, this.#traced());
    this.#span.end();
    this.active = false;
    await receipt;
  }

  async #process(): Promise<void> {
    const { claim } = this;
    const services = this.#services;
    const began = performance.now();
    const milliseconds = (claim.timeoutMinutes ?? 0) * services.timeoutUnitMilliseconds;
    const cancelTimeout = milliseconds > 0 ? setLongTimeout(() => this.stop('timeout'), milliseconds) : undefined;
    let ending: Ending;
    let counts: RowCounts = {};
    let exit: ProcessExit | undefined;
    try {
      exit = await this.#perform();
      counts = await this.#output.readCounts(this.#cleared ? undefined : this.#run);
      const endingOfTask = this.#limitEnding ?? this.#output.ending(exit, counts);
      ending = this.stopReason ? endingOfStop(this.stopReason, claim.timeoutMinutes) : endingOfTask;
    } catch (error) {
      if (this.stopReason) ending = endingOfStop(this.stopReason, claim.timeoutMinutes);
      else if (this.#abandon.signal.aborted) ending = { outcome: 'EXECUTION_TERMINATED' };
      else {
        ending = this.#failure(error);
        const illness = this.preparing ? illnessBehind(error) : undefined;
        if (illness && (claim.returnsLeft ?? 0) > 0) {
          cancelTimeout?.();
          return this.#returnToQueue(illness, ending);
        }
        if (illness) services.health.failed(illness);
      }
    }
    cancelTimeout?.();
    if (ending.errorMessage !== undefined) ending.errorMessage = this.#mask.text(ending.errorMessage);
    const lines = closingLines(ending, exit, counts, performance.now() - began);
    this.active = false;
    this.#span.set({ 'millrace.outcome': ending.outcome });
    this.#span.end(ending.outcome === 'EXECUTION_SUCCESS' ? undefined : (ending.errorType ?? ending.outcome));
    const receipt = this.#reports.finished(
      { ...toFinish(ending, counts, this.#output.components, this.#output.datasets), ...this.#traced() },
      lines,
    );
    services.ended();
    await receipt;
    if (!this.#cleared) await removeRunFolder(this.#run.path, this.#log);
    reachFaultPoint('engine.after-removal');
  }

  /** Returns the execution to the queue: its process was not started, and this machine cannot start it. */
  async #returnToQueue(illness: Illness, { errorType = 'ENGINE_ERROR', errorMessage = illness.message }: Ending): Promise<void> {
    const message = this.#mask.text(errorMessage).slice(0, MAX_ERROR_MESSAGE);
    this.active = false;
    this.#span.end('RETURNED');
    const cleared = removeRunFolder(this.#run.path, this.#log);
    this.#services.health.failed(illness, cleared);
    const lines = [
      systemLine(message, 'WARN'),
      systemLine('The engine returns the execution to the queue, where it waits for an engine that can start it', 'WARN'),
    ];
    const receipt = this.#reports.returned({ errorType, errorMessage: message }, lines);
    this.#services.ended();
    await cleared;
    await receipt;
  }

  /** The trace field of the final report. It is sent only if the claim had one: an older server rejects unknown fields. */
  #traced(): { traceparent?: string } {
    const { traceparent } = this.#span;
    return this.claim.traceparent === undefined || traceparent === undefined ? {} : { traceparent };
  }

  async #perform(): Promise<ProcessExit> {
    const { claim } = this;
    const services = this.#services;
    const run = this.#run;
    const context = claim.contextName === undefined ? '' : ` with the context ${claim.contextName}`;
    this.#note(`Engine ${services.name} starts ${claim.bundle.name} ${claim.bundle.version}${context}`);
    const { kind, note } = services.isolation;
    const access = services.access(this.#accessRequest());
    const user = access.account && `runs as the user ${access.account.name} of the machine, which its owner has listed`;
    this.#note(`Isolation: ${kind} (${user ?? note})`, kind === 'none' ? 'WARN' : 'INFO');
    if (access.note !== undefined) this.#note(access.note, 'WARN');
    const boundary = services.isolation.open(run, access);
    try {
      return await this.#runWithin(boundary);
    } finally {
      boundary.close();
    }
  }

  async #runWithin(boundary: Boundary): Promise<ProcessExit> {
    const { claim } = this;
    const services = this.#services;
    const run = this.#run;
    const reports = this.#reports;
    const stop = this.#stop.signal;
    const { user, groups, account } = boundary;
    const limits = await services.limiter(run.mark);
    let ended: EndedProcess;
    try {
      const startsOutside = boundary.startsOutside || limits.startsOutside;
      const { traceparent } = this.#span;
      const { command, environment, runFiles } = await prepareRun(
        { claim, run, services, user, account, startsOutside, traceparent },
        stop,
      );
      for (const fact of command.facts ?? []) this.#note(fact);
      this.#mask.add((command.secrets ?? []).flatMap((secret) => [secret, ...secretPartsOf(secret)]));
      for (const note of command.notes) this.#note(note, 'WARN');
      this.#output.command = command;
      stop.throwIfAborted();
      const outputs = { STDOUT: this.#output.open('STDOUT'), STDERR: this.#output.open('STDERR') };
      if (limits.note !== undefined) this.#note(limits.note);
      this.#output.isolation = { kind: services.isolation.kind, folder: run.work, account };
      ended = await runProcess({
        command: limits.wrap(boundary.wrap(command), user, groups),
        environment,
        ...(runFiles && { runFiles }),
        run: { root: run.path, owner: { ...thisProgram(), ...(user !== undefined && account === undefined && { user }) } },
        spawner: services.spawner,
        boundary,
        stop,
        abandon: this.#abandon.signal,
        graceMilliseconds: services.graceMilliseconds,
        onStarted: (pid) => {
          this.#begun = true;
          services.health.began();
          limits.started(pid);
          reports.started(steadyNow());
        },
        onExited: () => (this.#exited = true),
        onOutput: (type, bytes) => {
          outputs[type].write(bytes);
          return reports.hasLongBacklog ? services.reporter.waitForBacklog(reports) : undefined;
        },
      });
      for (const output of [outputs.STDOUT, outputs.STDERR]) output.end();
      this.#limitEnding = await limits.endingByLimit();
      await this.#takeRecording(command, ended.exit);
    } finally {
      await limits.close();
      services.classArchives?.release(run.mark);
    }
    this.#cleared = await ended.clear();
    return ended.exit;
  }

  /** The classes that a successful job has loaded: the next runs start with an archive of them. */
  async #takeRecording({ classData, variables }: Command, exit: ProcessExit): Promise<void> {
    if (classData?.start === undefined || exit.code !== 0) return;
    const list = await readRecording(this.#run.classList);
    if (list !== undefined) this.#services.classArchives?.makeLater(classData.key, { ...classData.start, variables }, list);
  }

  /** The user that the run profile names comes before that of the run configuration. */
  #accessRequest(): AccessRequest {
    const { workspaceId, runAsUser, jvmArguments = [] } = this.claim;
    return { workspaceId, runAs: engineRequestsOf(jvmArguments).runAs, configured: runAsUser };
  }

  #note(message: string, severity?: LogLine['severity']): void {
    this.#output.note(message, severity);
  }

  #failure(error: unknown): Ending {
    const ending = endingOfFault(error);
    if (ending.errorType === 'ENGINE_ERROR')
      this.#log('error', 'An execution failed within the engine', { execution: this.claim.executionId, reason: ending.errorMessage });
    return ending;
  }
}
