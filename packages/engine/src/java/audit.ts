/** Reads the audit lines of a job archive: the rows of its flows, the metrics of its components, and the files and tables that they name. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Component, componentOf, Components, type ReportedDataset, ReportedDatasets } from '../outcomes/reported-data.ts';
import type { RowCounts, TouchedDatasets } from '../outcomes/row-counts.ts';

/** What the audit lines of a run say. */
type JobAudit = TouchedDatasets & { counts: RowCounts; components: readonly Component[] };

/** A flow between two components. Its ends and its rows become known by several lines. */
type Flow = {
  name: string;
  source?: string;
  target?: string;
  isReject: boolean;
  isLookup: boolean;
  rows: Partial<Record<Category, number>>;
};
type Category = 'flowoutput' | 'flowexecution' | 'flowinput';
type Info = Readonly<Record<string, unknown>>;

const AUDIT_JAR = /^job-audit-.*\.jar$/;
const CATEGORIES: ReadonlySet<string> = new Set<Category>(['flowoutput', 'flowexecution', 'flowinput']);

/** Whether the job of an archive writes audit lines: Studio puts a jar into its archive then. */
export async function hasAudit(bundle: string): Promise<boolean> {
  return (await readdir(join(bundle, 'lib')).catch((): string[] => [])).some((name) => AUDIT_JAR.test(name));
}

/** The properties with which a job writes its audit lines, and the parameters of its components, into files. */
export const auditOptions = ({ audit, lineage }: { audit: string; lineage: string }): string[] => [
  '-Daudit.enabled=true',
  '-Daudit.logger.log.appender=file',
  `-Daudit.logger.appender.file.path=${audit}`,
  '-Druntime.lineage.enabled=true',
  '-Druntime.lineage.log.appender=file',
  `-Druntime.lineage.appender.file.path=${lineage}`,
];

/**
 * Reads audit lines. Processed are the rows of the flows behind which no further flow begins: those that the last components wrote or logged. Rejected
 * are the rows of flows of the type REJECT, or with that name; rows behind such a flow are not counted again. Nor are rows that only fill a lookup.
 * @rule bundles.job-archive.audit
 */
export function readAudit(text: string, startedAt: number): JobAudit {
  const flows = new Map<string, Flow>();
  const metrics: Component[] = [];
  const parameters = new Map<string, Info>();
  for (const line of text.split('\n')) {
    const entry = parsed(line);
    const info = entry && infoOf(entry);
    if (!info) continue;
    const category = String(entry['category'] ?? '').toLowerCase();
    if (category === 'componentparameters') parameters.set(idOf(info, 'connector_id'), info);
    if (!CATEGORIES.has(category)) continue;
    addFlow(flows, category as Category, info);
    const component = category === 'flowinput' ? undefined : metricOf(category as Category, info, timeOf(entry) ?? startedAt);
    if (component) metrics.push(component);
  }
  const all = [...flows.values()];
  return { counts: countsOf(all), components: componentsOf(metrics), ...datasetsOf(parameters, all) };
}

function addFlow(flows: Map<string, Flow>, category: Category, info: Info): void {
  const name = textOf(info['connection_name']) ?? '';
  const key = `${jobOf(info)}\0${name}`;
  const flow = flows.get(key) ?? { name, isReject: false, isLookup: false, rows: {} };
  flows.set(key, flow);
  const [source, target] =
    category === 'flowexecution'
      ? [textOf(info['source_id']), textOf(info['target_id'])]
      : [
          category === 'flowoutput' ? textOf(info['connector_id']) : undefined,
          category === 'flowinput' ? textOf(info['connector_id']) : undefined,
        ];
  if (source !== undefined) flow.source = `${jobOf(info)}\0${wholeOf(source)}`;
  if (target !== undefined) flow.target = `${jobOf(info)}\0${wholeOf(target)}`;
  flow.isLookup ||= target !== undefined && LOOKUP.test(target);
  flow.isReject ||= isReject(name, textOf(info['connection_type']));
  // A flow within an iteration has a line for each of its runs.
  flow.rows[category] = (flow.rows[category] ?? 0) + (countOf(info['rows']) ?? 0);
}

/** A table in memory that Studio puts behind a flow whose rows another component looks up. */
const LOOKUP = /(?:^|_)t(?:Persistent(?:Sorted)?)?(?:Advanced)?Hash_/;
/** Studio builds some components of two halves: no flow connects `tSortRow_1_SortOut`, which takes the rows, with `tSortRow_1_SortIn`. */
const wholeOf = (id: string): string => /^(.*_\d+)_[A-Za-z]+$/.exec(id)?.[1] ?? id;

const isReject = (name: string, type = ''): boolean => /reject/i.test(type) || /^rejects?(?:_?\d+)?$/i.test(name);
const rowsOf = ({ rows }: Flow): number => rows.flowoutput ?? rows.flowexecution ?? rows.flowinput ?? 0;

function countsOf(flows: readonly Flow[]): RowCounts {
  if (flows.length === 0) return {};
  const rejecting = flows.filter((one) => one.isReject);
  /** The flows with rejected rows: the rejecting ones, and those behind a component that gets no other rows. */
  const behind = new Set(rejecting);
  const bySource = Map.groupBy(flows, ({ source }) => source);
  const feeders = new Map([...Map.groupBy(flows, ({ target }) => target)].map(([target, some]) => [target, some.length]));
  for (const { target } of behind) {
    const others = (feeders.get(target) ?? 0) - 1;
    feeders.set(target, others);
    if (target !== undefined && others === 0) for (const next of bySource.get(target) ?? []) behind.add(next);
  }
  const others = flows.filter((one) => !behind.has(one));
  const sources = new Set(others.map((one) => one.source));
  const final = others.filter((one) => !one.isLookup && (one.target === undefined || !sources.has(one.target)));
  const sum = (some: readonly Flow[]): number => some.reduce((rows, one) => rows + rowsOf(one), 0);
  return { processed: sum(final), rejected: sum(rejecting) };
}

/** The metrics of the component that the rows of a line have left. The line of a whole flow states the same as that of its source, and the target, too. */
function metricOf(category: Category, info: Info, at: number): Component | undefined {
  const isFlow = category === 'flowexecution';
  const own = (name: string): unknown => info[isFlow ? `source_${name}` : `connector_${name}`];
  const duration = countOf(info['duration']);
  const id = own('id');
  return componentOf({
    ...info,
    connector_id: id,
    connector_type: isFlow ? (info['source_connector_type'] ?? typeOfId(id)) : own('type'),
    connector_label: own('label'),
    component_start_time_seconds: Math.max(0, (at - (duration ?? 0)) / 1000),
    component_connection_rows_total: countOf(info['rows']),
    component_execution_duration_milliseconds: duration,
  });
}

/** One entry for each component and flow: the line of the flow, which names the target, replaces the one of its source. */
function componentsOf(metrics: readonly Component[]): readonly Component[] {
  const byFlow = new Map<string, Component>();
  for (const one of metrics) {
    const key = JSON.stringify([one.job_name, one.connector_id, one.connection_name]);
    byFlow.set(key, { ...byFlow.get(key), ...one });
  }
  const components = new Components();
  for (const one of byFlow.values()) components.add(one);
  return components.all;
}

function datasetsOf(parameters: ReadonlyMap<string, Info>, flows: readonly Flow[]): TouchedDatasets {
  const [inputs, outputs] = [new ReportedDatasets(), new ReportedDatasets()];
  const [sources, targets] = [new Set(flows.map(({ source }) => source)), new Set(flows.map(({ target }) => target))];
  for (const [id, info] of parameters) {
    const dataset = datasetOfParameters(info, (connection) => parameters.get(`${jobOf(info)}\0${connection}`));
    if (!dataset) continue;
    const isWritten = targets.has(id) || (!sources.has(id) && /Output/.test(id));
    (isWritten ? outputs : inputs).add([dataset]);
  }
  return { inputs: inputs.all, outputs: outputs.all };
}

const jobOf = (info: Info): string => textOf(info['job_name']) ?? '';
const idOf = (info: Info, name: string): string => `${jobOf(info)}\0${textOf(info[name]) ?? ''}`;
const typeOfId = (id: unknown): string | undefined => textOf(id)?.replace(/_\d+$/, '');
const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

function countOf(value: unknown): number | undefined {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : undefined;
}

/** The facts of a line; newer versions of the library have them in an inner object. */
function infoOf(entry: Record<string, unknown>): Info | undefined {
  const inner = entry['customInfo'] ?? entry['contextMap'] ?? entry;
  return typeof inner === 'object' && inner !== null ? (inner as Info) : undefined;
}

function timeOf(entry: Record<string, unknown>): number | undefined {
  for (const value of [entry['logTimestamp'], entry['@timestamp'], entry['timestamp']]) {
    const time = typeof value === 'number' ? value : Date.parse(textOf(value) ?? '');
    if (Number.isFinite(time) && time > 0) return time;
  }
  return undefined;
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The scheme of OpenLineage and the usual port of databases, by the word in the name of their components. */
const DATABASES: readonly (readonly [RegExp, string, number])[] = [
  [/postgres/i, 'postgres', 5432],
  [/mysql|maria/i, 'mysql', 3306],
  [/oracle/i, 'oracle', 1521],
  [/mssql|sqlserver/i, 'mssql', 1433],
  [/redshift/i, 'redshift', 5439],
  [/teradata/i, 'teradata', 1025],
  [/db2/i, 'db2', 50000],
];

/** The file or table that the parameters of a component name; undefined if they do not name it in full. */
function datasetOfParameters(info: Info, connectionOf: (id: string) => Info | undefined): ReportedDataset | undefined {
  const type = String(info['connector_type'] ?? info['connector_id'] ?? '');
  const file = parameter(info, 'FILENAME') ?? parameter(info, 'FILE');
  if (file !== undefined && /File/.test(type)) return { namespace: 'file', name: file };
  const table = parameter(info, 'TABLE');
  if (table === undefined) return undefined;
  const connection = connectionOf(parameter(info, 'CONNECTION') ?? '') ?? info;
  const known = `${type} ${String(connection['connector_type'] ?? '')} ${parameter(info, 'DB_VERSION') ?? ''} ${parameter(info, 'TYPE') ?? ''}`;
  const database = DATABASES.find(([word]) => word.test(known));
  const host = parameter(connection, 'HOST');
  if (!database || host === undefined) return undefined;
  const [, scheme, port] = database;
  const names = [
    parameter(connection, 'DBNAME'),
    parameter(info, 'SCHEMA_DB') ??
      parameter(info, 'TABLESCHEMA') ??
      parameter(connection, 'SCHEMA_DB') ??
      parameter(connection, 'TABLESCHEMA'),
    table,
  ];
  return {
    namespace: `${scheme}://${host}:${parameter(connection, 'PORT') ?? port}`,
    name: names.filter((one) => one !== undefined).join('.'),
  };
}

/** A parameter of a component. The values of Studio may have quotes. */
function parameter(info: Info, name: string): string | undefined {
  const value = info[`P_${name}`];
  const text = typeof value === 'string' ? value.replace(/^"(.*)"$/s, '$1').trim() : '';
  return text === '' || text === 'null' ? undefined : text;
}
