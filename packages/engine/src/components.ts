import type { Schema } from '@millrace/contract';

/** What a component of a run has done, as its bundle says it. */
export type Component = Schema<'ReportedComponent'>;

const MOST = 2000;
/** All of them travel in one report, which has an end. */
const MOST_BYTES = 2 ** 20;
const TEXT = 500;
const TRACE = 10_000;
const LATEST_SECONDS = 8_640_000_000_000;

const TEXTS = [
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
 * Reads a component; nothing where it lacks what every component has. Long texts are cut, what is of the wrong kind or unknown is left out.
 * @rule bundles.report.components
 */
export function componentOf(value: unknown): Component | undefined {
  const entry = Object(value) as Record<string, unknown>;
  const { connector_type: type, connector_label: label, connector_id: id, component_start_time_seconds: start } = entry;
  if (!isText(type) || !isText(id) || !isAmount(start) || start > LATEST_SECONDS) return undefined;
  const component: Component = {
    connector_type: cut(type),
    connector_label: typeof label === 'string' ? cut(label) : cut(id),
    connector_id: cut(id),
    component_start_time_seconds: start,
  };
  for (const name of TEXTS) {
    const text = entry[name];
    // Process ids are numbers to many.
    if (typeof text === 'string' || typeof text === 'number') component[name] = cut(String(text));
  }
  const { component_connection_rows_total: rows, component_execution_duration_milliseconds: duration, stacktrace } = entry;
  if (isAmount(rows) && Number.isSafeInteger(rows)) component.component_connection_rows_total = rows;
  if (isAmount(duration) && duration <= Number.MAX_SAFE_INTEGER) component.component_execution_duration_milliseconds = duration;
  if (typeof stacktrace === 'string') component.stacktrace = cut(stacktrace, TRACE);
  return component;
}

/** The components of a run, as many as a report takes. */
export class Components {
  readonly all: Component[] = [];
  dropped = 0;
  #bytes = 0;

  add(component: Component): void {
    const bytes = bytesOf([component]);
    if (this.all.length === MOST || this.#bytes + bytes > MOST_BYTES) {
      this.dropped += 1;
      return;
    }
    this.#bytes += bytes;
    this.all.push(component);
  }
}

/** How much of a report components take. */
export const bytesOf = (components: readonly Component[]): number => Buffer.byteLength(JSON.stringify(components));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** A text that the database keeps, of so many characters at most. */
const cut = (text: string, most = TEXT): string => text.slice(0, most).replaceAll('\0', '').toWellFormed();
