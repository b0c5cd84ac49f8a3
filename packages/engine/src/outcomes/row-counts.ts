import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { onSteadyClock } from '../program/steady-clock.ts';
import { type Component, componentOf, Components, type ReportedDataset, ReportedDatasets } from './reported-data.ts';

/** Rows that a run has processed and rejected; undefined if the run did not report them. */
export type RowCounts = { processed?: number; rejected?: number };

/** The datasets that a run has read and written. */
export type TouchedDatasets = { inputs: readonly ReportedDataset[]; outputs: readonly ReportedDataset[] };

/** The content of a report file. `unreadable` counts malformed lines, `dropped` counts components beyond the limit, `droppedDatasets` datasets. */
type RunReport = TouchedDatasets & {
  counts: RowCounts;
  components: readonly Component[];
  unreadable: number;
  dropped: number;
  droppedDatasets: number;
  /** A text for the own log of the engine. */
  engineLog?: string;
};

/** The longest text for the own log of the engine. */
const MAX_ENGINE_LOG = 1000;
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Reads the counts from report lines. The last line without a component holds the totals. If there is none, the totals come from the components: rows
 * pass through several of them, so the largest processed count is used; each component rejects its own rows, so rejected counts are added.
 * @rule bundles.report.lines
 */
export function countsOfReport(text: string): RunReport {
  let total: RowCounts | undefined;
  let unreadable = 0;
  let engineLog: string | undefined;
  const components = new Map<string, RowCounts>();
  const metrics = new Components();
  const [inputs, outputs] = [new ReportedDatasets(), new ReportedDatasets()];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const entry = parsed(line);
    if (typeof entry?.['engineLog'] === 'string') {
      engineLog = entry['engineLog'].slice(0, MAX_ENGINE_LOG);
      continue;
    }
    const named = entry?.['component'];
    const isRecord = typeof named === 'object' && named !== null;
    const component = isRecord ? componentOf(named) : undefined;
    const areInputsValid = addDatasets(inputs, entry?.['inputs']);
    const areOutputsValid = addDatasets(outputs, entry?.['outputs']);
    const namesDatasets = entry?.['inputs'] !== undefined || entry?.['outputs'] !== undefined;
    if (!areInputsValid || !areOutputsValid) unreadable += 1;
    if (!entry || (isRecord && !component)) unreadable += 1;
    else if (namesDatasets && !component && Object.keys(countsOf(entry)).length === 0) continue;
    else if (typeof named === 'string') components.set(named, countsOf(entry));
    else if (!component) total = { ...total, ...countsOf(entry) };
    else {
      metrics.add({ ...component, component_start_time_seconds: onSteadyClock(component.component_start_time_seconds) });
      const componentCounts = countsOf(entry);
      if (Object.keys(componentCounts).length > 0) components.set(component.connector_id, componentCounts);
    }
  }
  const datasets = { inputs: inputs.all, outputs: outputs.all, droppedDatasets: inputs.dropped + outputs.dropped };
  const facts = {
    components: metrics.all,
    dropped: metrics.dropped,
    unreadable,
    ...datasets,
    ...(engineLog !== undefined && { engineLog }),
  };
  if (total) return { counts: total, ...facts };
  const counts: RowCounts = {};
  for (const { processed, rejected } of components.values()) {
    if (processed !== undefined) counts.processed = Math.max(counts.processed ?? 0, processed);
    if (rejected !== undefined) counts.rejected = (counts.rejected ?? 0) + rejected;
  }
  return { counts, ...facts };
}

/** Adds the datasets that a line names, if it names some; returns whether all of them are valid. */
const addDatasets = (datasets: ReportedDatasets, values: unknown): boolean => values === undefined || datasets.add(values);

/** Reads the report file of a run; a missing one counts as empty. */
export async function readReport(path: string): Promise<RunReport> {
  const text = await readEnd(path);
  const nothing = { counts: {}, components: [], dropped: 0, inputs: [], outputs: [], droppedDatasets: 0 };
  return typeof text === 'string' ? countsOfReport(text) : { ...nothing, unreadable: text === null ? 1 : 0 };
}

/** Reads the last whole lines of a file that a task has written; undefined if there is none, null if it is not a file. */
export async function readEnd(path: string): Promise<string | undefined | null> {
  // The task owns the folder and may have replaced the file by a link or a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => undefined);
  if (!file) return undefined;
  try {
    const facts = await file.stat();
    if (!facts.isFile()) return null;
    const length = Math.min(facts.size, MAX_BYTES);
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await file.read(buffer, 0, length, facts.size - length);
    const text = buffer.toString('utf8', 0, bytesRead);
    return length < facts.size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await file.close();
  }
}

const NUMBER = "(\\d[\\d,.']{0,24})";
const COUNT_FIRST = new RegExp(
  `\\b${NUMBER}\\s+(?:rows?\\s+|records?\\s+)?processed\\b.{0,80}?\\b${NUMBER}\\s+(?:rows?\\s+|records?\\s+)?rejected\\b`,
  'i',
);
const WORD_FIRST = new RegExp(`\\bprocessed(?:\\s+rows)?\\s*[:=]\\s*${NUMBER}.{0,80}?\\brejected(?:\\s+rows)?\\s*[:=]\\s*${NUMBER}`, 'i');

/**
 * Reads the counters that a job archive writes to its log, such as `airports: 3370 processed, 6 rejected`; undefined for any other line.
 * @rule bundles.job-archive.counters
 */
export function countsOfLine(line: string): RowCounts | undefined {
  if (line.length > 2000 || !/processed/i.test(line)) return undefined;
  const match = COUNT_FIRST.exec(line) ?? WORD_FIRST.exec(line);
  if (!match) return undefined;
  const [processed, rejected] = [match[1], match[2]].map((text) => Number((text ?? '').replaceAll(/[,.']/g, '')));
  return Number.isSafeInteger(processed) && Number.isSafeInteger(rejected)
    ? { processed: processed ?? 0, rejected: rejected ?? 0 }
    : undefined;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function countsOf(entry: Record<string, unknown>): RowCounts {
  const { processed, rejected } = entry;
  return { ...(isCount(processed) && { processed }), ...(isCount(rejected) && { rejected }) };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
