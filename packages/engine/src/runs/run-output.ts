import type { Schema } from '@millrace/contract';
import type { LogLine } from '@millrace/wire/log-chunks';
import type { Command } from '../bundles/command.ts';
import type { ExecutionReports } from '../control-plane/execution-reports.ts';
import type { RunFolder } from '../folders/run-folder.ts';
import type { IsolationKind } from '../isolation/boundary.ts';
import { adviceOnRefusal } from '../isolation/run-access.ts';
import { readAudit } from '../java/audit.ts';
import { explainMismatch } from '../java/choose-java.ts';
import { LineReader } from '../logs/line-reader.ts';
import type { SecretMask } from '../masking/secret-mask.ts';
import { JobOutput } from '../outcomes/job-output.ts';
import { type Ending, endingOfExit, endingOfJob, JOB_ERROR, LastError, systemLine, WRITE_REFUSED } from '../outcomes/outcome.ts';
import type { Component } from '../outcomes/reported-data.ts';
import { readEnd, readReport, type RowCounts, type TouchedDatasets } from '../outcomes/row-counts.ts';
import type { ProcessExit } from '../processes/spawner.ts';
import type { OwnLog } from '../program/own-log.ts';
import { steadyNow } from '../program/steady-clock.ts';

/** Java writes this to stderr when it reads options from this variable. */
const NOTICE = 'Picked up JAVA_TOOL_OPTIONS: ';
/** A parameter of crawls alone. */
const CRAWL_REASONS = 'MILLRACE_CRAWL_REASONS';

const hasCounts = ({ processed, rejected }: RowCounts): boolean => processed !== undefined || rejected !== undefined;

/** The output of one run, without secrets: its log lines and its row counts. */
export class RunOutput {
  readonly #claim: Schema<'ClaimedExecution'>;
  readonly #mask: SecretMask;
  readonly #reports: ExecutionReports;
  readonly #log: OwnLog;
  readonly #lastError = new LastError();
  /** What the log of a job archive says; other bundles have none. */
  readonly #job: JobOutput | undefined;
  /** The command of the run, when it is known. */
  command: Command | undefined;
  /** The isolation of the run and its folder, when they are known. */
  isolation: { kind: IsolationKind; folder: string; account?: string | undefined } | undefined;
  /** The metrics of its components, after `readCounts` has read them. */
  components: readonly Component[] = [];
  /** The datasets that it has read and written, after `readCounts` has read them. */
  datasets: TouchedDatasets = { inputs: [], outputs: [] };

  constructor(claim: Schema<'ClaimedExecution'>, mask: SecretMask, reports: ExecutionReports, log: OwnLog) {
    this.#claim = claim;
    this.#mask = mask;
    this.#reports = reports;
    this.#log = log;
    if (claim.bundle.layout === 'job-archive') this.#job = new JobOutput();
  }

  /** The end of the run, whose process ended by itself, with what the engine knows about the cause of a failure. */
  ending(exit: ProcessExit, counts: RowCounts): Ending {
    const lastError = this.#lastError.text;
    const { firstError, returnCode } = this.#job ?? {};
    const ending = this.#job ? endingOfJob(exit, counts, { firstError, lastError, returnCode }) : endingOfExit(exit, counts, lastError);
    if (ending.errorMessage === undefined) return ending;
    const error = `${firstError ?? ''}\n${lastError ?? ''}`;
    const mismatch = this.command?.mismatch && explainMismatch(this.command.mismatch, error);
    const refusal = this.isolation && adviceOnRefusal(error, this.isolation);
    const errorMessage = [ending.errorMessage, mismatch, refusal].filter((one) => one !== undefined).join('. ');
    const errorType = refusal === undefined ? (mismatch === undefined ? ending.errorType : JOB_ERROR) : WRITE_REFUSED;
    return { ...ending, ...(errorType !== undefined && { errorType }), errorMessage };
  }

  /** Adds a line of the engine itself. */
  note(message: string, severity?: LogLine['severity']): void {
    this.#reports.lines([systemLine(this.#mask.text(message), severity)]);
  }

  /** Opens one output stream of the task: its bytes are masked, split into lines and reported. */
  open(type: 'STDOUT' | 'STDERR'): { write: (bytes: Uint8Array) => void; end: () => void } {
    const masked = this.#mask.stream();
    const reader = new LineReader(type);
    return {
      write: (bytes) => this.#add(reader.write(masked.write(bytes), steadyNow())),
      end: () => {
        this.#add(reader.write(masked.end(), steadyNow()));
        this.#add(reader.end(steadyNow()));
      },
    };
  }

  /**
   * Reads the row counts of the run, its components and its datasets. The counts come from its report file; those of a job archive else from a line with
   * counters in its log, else from its audit lines, else from the statistics in its log. `files` is undefined if the run left no files.
   */
  async readCounts(files: Pick<RunFolder, 'report' | 'audit' | 'lineage'> | undefined): Promise<RowCounts> {
    const reported = files ? await this.#readReport(files.report) : {};
    if (!this.#job) return reported;
    const audited = files ? await this.#readAudit(files) : {};
    const { counts = {}, statistics = {} } = this.#job;
    return [reported, counts, audited].find(hasCounts) ?? statistics;
  }

  async #readAudit({ audit, lineage }: Pick<RunFolder, 'audit' | 'lineage'>): Promise<RowCounts> {
    const [lines, parameters] = await Promise.all([readEnd(audit), readEnd(lineage)]);
    if (!lines && !parameters) return {};
    const found = readAudit(`${lines ?? ''}\n${parameters ?? ''}`, steadyNow());
    if (this.components.length === 0) this.components = found.components.map((one) => this.#mask.texts(one));
    if (this.datasets.inputs.length + this.datasets.outputs.length === 0)
      this.datasets = {
        inputs: found.inputs.map((one) => this.#mask.texts(one)),
        outputs: found.outputs.map((one) => this.#mask.texts(one)),
      };
    return found.counts;
  }

  async #readReport(file: string): Promise<RowCounts> {
    const { counts, components, inputs, outputs, dropped, droppedDatasets, unreadable, engineLog } = await readReport(file);
    if (engineLog !== undefined) this.#logReason(engineLog);
    this.components = components.map((one) => this.#mask.texts(one));
    this.datasets = { inputs: inputs.map((one) => this.#mask.texts(one)), outputs: outputs.map((one) => this.#mask.texts(one)) };
    if (droppedDatasets > 0)
      this.note(
        `The first ${inputs.length + outputs.length} datasets that the run reports are stored; ${droppedDatasets} more are not`,
        'WARN',
      );
    if (dropped > 0)
      this.note(`The first ${components.length} components of the run are stored, which is the limit; ${dropped} more are not`, 'WARN');
    if (unreadable > 0) {
      const found = unreadable === 1 ? '1 line is' : `${unreadable} lines are`;
      this.note(`The file of MILLRACE_REPORT: ${found} not JSON such as {"processed":1,"rejected":0}, and not counted`, 'WARN');
    }
    return counts;
  }

  /**
   * Writes the complete reason of a failed crawl into the own log of the engine. Other tasks write nothing there.
   * @rule crawlers.run.reasons
   */
  #logReason(reason: string): void {
    const { executionId: execution, parameters } = this.#claim;
    if (Object.hasOwn(parameters, CRAWL_REASONS)) this.#log('warn', 'A crawl has failed', { execution, reason });
  }

  #add(read: readonly LogLine[]): void {
    const lines = this.#job ? read.filter((line) => !this.#isOwnNotice(line)) : read;
    if (lines.length === 0) return;
    this.#lastError.add(lines);
    this.#job?.add(lines);
    this.#reports.lines(lines);
  }

  /** Whether Java says that it has read the options of this engine. */
  #isOwnNotice({ message, type }: LogLine): boolean {
    if (type !== 'STDERR' || !message.startsWith(NOTICE)) return false;
    const options = this.command?.variables['JAVA_TOOL_OPTIONS'];
    return options !== undefined && message.slice(NOTICE.length) === this.#mask.text(options);
  }
}
