import type { Schema } from '@millrace/contract';

/** The metrics of a component of a run, as its bundle reports them. */
export type Component = Schema<'ReportedComponent'>;

const MAX_COMPONENTS = 2000;
/** All components are sent in one report, whose size is limited. */
const MAX_COMPONENTS_BYTES = 2 ** 20;
const MAX_TEXT_LENGTH = 500;
const MAX_TRACE_LENGTH = 10_000;
/** The latest moment of a `Date`, in seconds since 1970. */
const LATEST_SECONDS = 8_640_000_000_000;

const TEXT_FIELDS = [
  'process_id',
  'job_name',
  'pid',
  'father_pid',
  'root_pid',
  'target_connector_type',
  'target_label',
  'target_id',
  'connection_type',
  'connection_name',
] as const satisfies readonly (keyof Component)[];

/**
 * Reads a component; undefined where a required field is missing or invalid. Long texts are cut. Optional fields of a wrong type and unknown fields are
 * left out.
 * @rule bundles.report.components
 */
export function componentOf(value: unknown): Component | undefined {
  const entry = Object(value) as Record<string, unknown>;
  const { connector_type: type, connector_label: label, connector_id: id, component_start_time_seconds: start } = entry;
  if (!isText(type) || !isText(id) || !isNonNegativeNumber(start) || start > LATEST_SECONDS) return undefined;
  const component: Component = {
    connector_type: cut(type),
    connector_label: typeof label === 'string' ? cut(label) : cut(id),
    connector_id: cut(id),
    component_start_time_seconds: start,
  };
  for (const name of TEXT_FIELDS) {
    const text = entry[name];
    // Many programs report process ids as numbers.
    if (typeof text === 'string' || typeof text === 'number') component[name] = cut(String(text));
  }
  const { component_connection_rows_total: rows, component_execution_duration_milliseconds: duration, stacktrace } = entry;
  if (isNonNegativeNumber(rows) && Number.isSafeInteger(rows)) component.component_connection_rows_total = rows;
  if (isNonNegativeNumber(duration) && duration <= Number.MAX_SAFE_INTEGER) component.component_execution_duration_milliseconds = duration;
  if (typeof stacktrace === 'string') component.stacktrace = cut(stacktrace, MAX_TRACE_LENGTH);
  return component;
}

/** The components of a run, up to the limits of a report; `dropped` counts the others. */
export class Components {
  readonly all: Component[] = [];
  dropped = 0;
  #bytes = 0;

  add(component: Component): void {
    const bytes = bytesOf([component]);
    if (this.all.length === MAX_COMPONENTS || this.#bytes + bytes > MAX_COMPONENTS_BYTES) {
      this.dropped += 1;
      return;
    }
    this.#bytes += bytes;
    this.all.push(component);
  }
}

/** The size of lists in a report, in bytes; that of an empty one is 0. */
export const bytesOf = (...lists: readonly (readonly object[])[]): number =>
  lists.reduce((sum, list) => sum + (list.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(list))), 0);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNonNegativeNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** Cuts a text, removes NUL and replaces unpaired surrogates: the database cannot store either. */
const cut = (text: string, maxLength = MAX_TEXT_LENGTH): string => text.slice(0, maxLength).replaceAll('\0', '').toWellFormed();

/** A dataset that a run reports, by its OpenLineage name. */
export type ReportedDataset = Schema<'ReportedDataset'>;

const MAX_DATASETS = 500;
const MAX_NAMESPACE = 500;
const MAX_NAME = 1000;
/** All datasets are sent in one report, whose size is limited. */
const MAX_DATASETS_BYTES = 2 ** 18;

/** The datasets that a run has read or written: each once, up to the limits of a report. `dropped` counts the others. */
export class ReportedDatasets {
  readonly #known = new Map<string, ReportedDataset>();
  #bytes = 0;
  dropped = 0;

  /** The datasets in the order of their first line. */
  get all(): ReportedDataset[] {
    return [...this.#known.values()];
  }

  /**
   * Adds the datasets of a line; returns whether each of them has a namespace and a name.
   * @rule bundles.report.datasets
   */
  add(values: unknown): boolean {
    if (!Array.isArray(values)) return false;
    const datasets = values.map(datasetOf);
    for (const dataset of datasets) if (dataset) this.#add(dataset);
    return !datasets.includes(undefined);
  }

  #add(dataset: ReportedDataset): void {
    const key = JSON.stringify([dataset.namespace, dataset.name]);
    if (this.#known.has(key)) return;
    const bytes = Buffer.byteLength(key);
    if (this.#known.size === MAX_DATASETS || this.#bytes + bytes > MAX_DATASETS_BYTES) {
      this.dropped += 1;
      return;
    }
    this.#bytes += bytes;
    this.#known.set(key, dataset);
  }
}

/** Reads a dataset; undefined if a name is missing or cannot be stored. A long one is not cut, because the cut name could be that of another dataset. */
function datasetOf(value: unknown): ReportedDataset | undefined {
  const { namespace, name } = Object(value) as Record<string, unknown>;
  return isName(namespace, MAX_NAMESPACE) && isName(name, MAX_NAME) ? { namespace, name } : undefined;
}

/** Returns whether a value is a name that can be stored: not empty, not too long, and without NUL and unpaired surrogates, which the database refuses. */
const isName = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && !value.includes('\0') && value.isWellFormed();
