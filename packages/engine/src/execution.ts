import { writeFile } from 'node:fs/promises';
import type { Schema } from '@millrace/contract';
import { reach } from '@millrace/contract/fault-points';
import type { LogLine } from '@millrace/contract/log-chunks';
import type { Span, Tracing } from '@millrace/contract/tracing';
import type { BundleCache } from './bundles/cache.ts';
import { type BundleView, type Command, unpackedBundle } from './bundles/command.ts';
import { jobArchiveCommand } from './bundles/job-archive.ts';
import { millraceCommand } from './bundles/millrace.ts';
import { BundleToCome, type SmallBundles } from './bundles/small-bundles.ts';
import { unpack } from './bundles/unpack.ts';
import { taskEnvironment, taskPath } from './environment.ts';
import { DeployFault, storageFault } from './faults.ts';
import type { Sweeper } from './kill-tree.ts';
import type { Limiter } from './limits/task-limits.ts';
import { LineReader } from './logs.ts';
import { SecretMask } from './masking/secret-mask.ts';
import {
  type Ending,
  endingOfExit,
  endingOfSpawnFault,
  endingOfStop,
  LastError,
  lastWords,
  type StopReason,
  systemLine,
  toFinish,
} from './outcome.ts';
import { messageOf, type OwnLog } from './own-log.ts';
import type { ExecutionReports } from './execution-reports.ts';
import type { Reporter } from './reporter.ts';
import { bringResources } from './resources.ts';
import { countsOfLine, readReport, type RowCounts } from './row-counts.ts';
import type { Component } from './components.ts';
import { makeRunFolder, removeRunFolder, type RunFolder, runFolder, runPlace, thisProgram } from './run-folder.ts';
import type { RunPlace } from './run-place.ts';
import { runInline } from './runners/inline.ts';
import { type EndedProcess, runProcess } from './runners/process.ts';
import { type ProcessExit, SpawnFault, type Spawner } from './spawner.ts';
import { setLongTimeout } from './waiting.ts';

/** What executions of one engine share. */
export type Place = {
  name: string;
  runs: string;
  environment: NodeJS.ProcessEnv;
  cache: BundleCache;
  smallBundles: SmallBundles;
  spawner: Spawner;
  sweeper: Sweeper;
  limiter: Limiter;
  reporter: Reporter;
  log: OwnLog;
  tracing: Tracing;
  killAfterMilliseconds: number;
  timeoutUnitMilliseconds: number;
  /** Called when the task has ended, before its report has arrived. */
  ended: () => void;
};

/** One execution that the engine holds, from its claim until its end is reported. */
export class Execution {
  readonly claim: Schema<'ClaimedExecution'>;
  readonly done: Promise<void>;
  /** Whether its task still runs; afterwards only the report is under way. */
  active = true;
  stopReason: StopReason | undefined;
  /** Whether its process has ended: how, is decided then, however long its last output takes. */
  #exited = false;
  readonly #place: Place;
  readonly #reports: ExecutionReports;
  readonly #mask: SecretMask;
  /** The engine's own log, for what is about this execution. */
  readonly #log: OwnLog;
  readonly #run: RunFolder;
  readonly #stop = new AbortController();
  readonly #abandon = new AbortController();
  readonly #lastError = new LastError();
  readonly #span: Span;
  #loggedCounts: RowCounts | undefined;
  #components: readonly Component[] = [];
  /** Its folder is gone: it held nothing but what the engine had put there. */
  #cleared = false;
  /** How it ended where that was not its own doing. */
  #verdict: Ending | undefined;

  constructor(claim: Schema<'ClaimedExecution'>, place: Place) {
    this.claim = claim;
    this.#place = place;
    this.#mask = SecretMask.of(claim);
    this.#log = this.#mask.log(place.log);
    this.#run = runFolder(place.runs, claim.executionId, claim.fence);
    this.#reports = place.reporter.open(claim, this.#run.unsentLog, () => this.abandon());
    this.#span = place.tracing.span('run execution', {
      parent: claim.traceparent,
      kind: 'consumer',
      ...(place.tracing.on && {
        attributes: { 'millrace.execution_id': claim.executionId, 'millrace.task_id': claim.taskId, 'millrace.engine': place.name },
      }),
    });
    this.done = claim.runner === 'inline' ? this.#inline() : this.#process();
  }

  get lease(): Schema<'ExecutionLease'> {
    return { executionId: this.claim.executionId, fence: this.claim.fence };
  }

  /** Ends the task with a grace; its outcome is that of the reason. */
  stop(reason: StopReason): void {
    if (this.stopReason !== undefined || !this.active || this.#exited) return;
    this.stopReason = reason;
    this.#stop.abort(new Error(reason));
  }

  /** Kills the task and reports nothing: the control plane has given the execution to somebody else, or up. */
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
    const place = this.#place;
    const began = performance.now();
    const milliseconds = (claim.timeoutMinutes ?? 0) * place.timeoutUnitMilliseconds;
    const timer = milliseconds > 0 ? setLongTimeout(() => this.stop('timeout'), milliseconds) : undefined;
    let ending: Ending;
    let counts: RowCounts = {};
    let exit: ProcessExit | undefined;
    try {
      exit = await this.#perform();
      counts = await this.#counts();
      const own = this.#verdict ?? endingOfExit(exit, counts, this.#lastError.text);
      ending = this.stopReason ? endingOfStop(this.stopReason, claim.timeoutMinutes) : own;
    } catch (error) {
      if (this.stopReason) ending = endingOfStop(this.stopReason, claim.timeoutMinutes);
      else ending = this.#abandon.signal.aborted ? { outcome: 'EXECUTION_TERMINATED' } : this.#failure(error);
    }
    timer?.();
    if (ending.errorMessage !== undefined) ending.errorMessage = this.#mask.text(ending.errorMessage);
    const words = lastWords(ending, exit, counts, performance.now() - began);
    this.active = false;
    this.#span.set({ 'millrace.outcome': ending.outcome });
    this.#span.end(ending.outcome === 'EXECUTION_SUCCESS' ? undefined : (ending.errorType ?? ending.outcome));
    const receipt = this.#reports.finished({ ...toFinish(ending, counts, this.#components), ...this.#traced() }, words);
    place.ended();
    await receipt;
    if (!this.#cleared) await removeRunFolder(this.#run.path, this.#log);
    reach('engine.after-removal');
  }

  /** What the report of the end tells of the trace. A server that knows of none does not take the field. */
  #traced(): { traceparent?: string } {
    const { traceparent } = this.#span;
    return this.claim.traceparent === undefined || traceparent === undefined ? {} : { traceparent };
  }

  async #perform(): Promise<ProcessExit> {
    const { claim } = this;
    const place = this.#place;
    const run = this.#run;
    const reports = this.#reports;
    const stop = this.#stop.signal;
    this.#note(`Engine ${place.name} starts ${claim.bundle.name} ${claim.bundle.version}`);
    const { command, made } = await this.#prepare(stop);
    for (const note of command.notes) this.#note(note, 'WARN');
    stop.throwIfAborted();
    const outputs = { STDOUT: this.#output('STDOUT'), STDERR: this.#output('STDERR') };
    const limits = await place.limiter(run.mark);
    if (limits.note !== undefined) this.#note(limits.note);
    let ended: EndedProcess;
    try {
      ended = await runProcess({
        command: limits.wrap(command),
        environment: {
          ...command.variables,
          ...taskEnvironment(place.environment, { ...claim, ...run, traceparent: this.#span.traceparent }),
        },
        ...(made && { place: made }),
        run: { root: run.path, owner: thisProgram() },
        mark: run.mark,
        spawner: place.spawner,
        sweeper: place.sweeper,
        stop,
        abandon: this.#abandon.signal,
        graceMilliseconds: place.killAfterMilliseconds,
        onStarted: (pid) => {
          limits.started(pid);
          reports.started(Date.now());
        },
        onExited: () => (this.#exited = true),
        onOutput: (type, bytes) => {
          outputs[type].write(bytes);
          return reports.crowded ? place.reporter.room(reports) : undefined;
        },
      });
      this.#verdict = await limits.verdict();
    } finally {
      await limits.close();
    }
    for (const output of [outputs.STDOUT, outputs.STDERR]) output.end();
    this.#cleared = await ended.clear();
    return ended.exit;
  }

  /** Finds out how the task is started; a small bundle is put into its folder on that way, any other is there then. */
  async #prepare(stop: AbortSignal): Promise<{ command: Command; made?: RunPlace }> {
    const { bundle, resources } = this.claim;
    const place = this.#place;
    const run = this.#run;
    const small = bundle.layout === 'millrace' && resources.length === 0 && (await place.smallBundles.find(bundle.hash, stop));
    if (!small) return { command: await this.#unpack(stop) };
    const parameters = { ...this.claim.parameters, ...(await bringResources([], run, place.cache, stop)) };
    const view = new BundleToCome(run.bundle, small);
    const command = await this.#command(view, parameters);
    const made = runPlace(run, JSON.stringify(parameters), { key: bundle.hash, ...view.place });
    return { command, made };
  }

  async #unpack(stop: AbortSignal): Promise<Command> {
    const { claim } = this;
    const { cache } = this.#place;
    const run = this.#run;
    await makeRunFolder(run);
    const bundle = await cache.use(claim.bundle.hash, stop);
    await unpack(bundle.path, run.bundle, stop).finally(() => bundle.release());
    const parameters = { ...claim.parameters, ...(await bringResources(claim.resources, run, cache, stop)) };
    await writeFile(run.context, JSON.stringify(parameters), { mode: 0o600, flag: 'wx' });
    return this.#command(unpackedBundle(run.bundle), parameters);
  }

  async #command(bundle: BundleView, parameters: Record<string, string>): Promise<Command> {
    const { claim } = this;
    const place = this.#place;
    const run = this.#run;
    const path = taskPath(place.environment);
    if (claim.bundle.layout === 'job-archive')
      return jobArchiveCommand(run.bundle, { ...claim, parameters }, { path, contextFile: run.contextFile });
    const command = await millraceCommand(bundle, parameters, path);
    if (claim.jvmArguments?.length)
      command.notes.push('The JVM arguments of the run profile are for job archives only: this bundle starts without them');
    return command;
  }

  /** One output of the task: bytes come in as they are, and leave as lines without secrets. */
  #output(type: 'STDOUT' | 'STDERR'): { write: (bytes: Uint8Array) => void; end: () => void } {
    const masked = this.#mask.stream();
    const reader = new LineReader(type);
    return {
      write: (bytes) => this.#take(reader.write(masked.write(bytes), Date.now())),
      end: () => {
        this.#take(reader.write(masked.end(), Date.now()));
        this.#take(reader.end(Date.now()));
      },
    };
  }

  #note(message: string, severity?: LogLine['severity']): void {
    this.#reports.lines([systemLine(this.#mask.text(message), severity)]);
  }

  #take(lines: readonly LogLine[]): void {
    if (lines.length === 0) return;
    this.#lastError.take(lines);
    if (this.claim.bundle.layout === 'job-archive') {
      for (const line of lines) this.#loggedCounts = countsOfLine(line.message) ?? this.#loggedCounts;
    }
    this.#reports.lines(lines);
  }

  async #counts(): Promise<RowCounts> {
    if (this.#cleared) return this.#loggedCounts ?? {};
    const { counts, components, dropped, unreadable } = await readReport(this.#run.report);
    this.#components = components.map((one) => this.#mask.texts(one));
    if (dropped > 0)
      this.#reports.lines([systemLine(`${components.length} components of the run are kept, the limit; ${dropped} more are not`, 'WARN')]);
    if (unreadable > 0) {
      const expected = 'each must be JSON such as {"processed":1,"rejected":0}';
      this.#note(`${unreadable} lines of the file of MILLRACE_REPORT cannot be read: ${expected}`, 'WARN');
    }
    return counts.processed === undefined && counts.rejected === undefined ? (this.#loggedCounts ?? {}) : counts;
  }

  #failure(error: unknown): Ending {
    const fault = error instanceof DeployFault ? error : storageFault(error);
    if (fault) return { outcome: 'DEPLOY_FAILED', errorType: fault.errorType, errorMessage: fault.message };
    if (error instanceof SpawnFault) return endingOfSpawnFault(error.code);
    this.#log('error', 'An execution failed within the engine', { execution: this.claim.executionId, reason: messageOf(error) });
    return { outcome: 'EXECUTION_FAILED', errorType: 'ENGINE_ERROR', errorMessage: `The engine failed: ${messageOf(error)}` };
  }
}
