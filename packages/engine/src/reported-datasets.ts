import type { Schema } from '@millrace/contract';

/** A dataset that a run reports, by its OpenLineage name. */
export type ReportedDataset = Schema<'ReportedDataset'>;

const MAX_DATASETS = 500;
const MAX_NAMESPACE = 500;
const MAX_NAME = 1000;
/** All datasets are sent in one report, whose size is limited. */
const MAX_BYTES = 2 ** 18;

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
    if (this.#known.size === MAX_DATASETS || this.#bytes + bytes > MAX_BYTES) {
      this.dropped += 1;
      return;
    }
    this.#bytes += bytes;
    this.#known.set(key, dataset);
  }
}

/** Reads a dataset; undefined if its name is too long, because a cut name could be that of another dataset. */
function datasetOf(value: unknown): ReportedDataset | undefined {
  const { namespace, name } = Object(value) as Record<string, unknown>;
  return isName(namespace, MAX_NAMESPACE) && isName(name, MAX_NAME) ? { namespace, name } : undefined;
}

/** The database can store neither NUL nor unpaired surrogates. */
const isName = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength && !value.includes('\0') && value.isWellFormed();
