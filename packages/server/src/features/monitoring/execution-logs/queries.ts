/** The statements about log lines. */
import type { BodyOf } from '@millrace/contract';
import type { Tx } from '../../../core/db.ts';
import { json, sql, storable, type Sql } from '../../../core/sql.ts';
import type { Range } from './rules.ts';

/** A log line as the database has it. */
export type LineRow = { severity: LineSeverity; type: 'STDOUT' | 'STDERR' | 'SYSTEM'; logged_at: Date; message: string };
type LineSeverity = 'TRACE' | 'DEBUG' | 'INFO' | 'WARN' | 'ERROR' | 'FATAL';

type LogReports = NonNullable<BodyOf<'POST /engine/v1/reports'>['logs']>;

/** Adds lines; those that are there already stay as they are, so that a report may come twice. */
export const appendLines = (tx: Tx, reports: LogReports): Promise<unknown> =>
  tx.rows(sql`
    insert into execution_log_line (execution_id, index, logged_at, severity, type, message)
    select r."executionId", r."firstIndex" + l.position - 1, to_timestamp((l.line ->> 'at')::double precision / 1000), l.line ->> 'severity',
           l.line ->> 'type', l.line ->> 'message'
    from json_to_recordset(${json(reports.map(toStorable))}::json) as r ("executionId" uuid, "firstIndex" bigint, lines json)
    cross join lateral json_array_elements(r.lines) with ordinality as l (line, position)
    on conflict do nothing`);

/** Engines clean their lines; one that does not must not block its own report for ever. */
function toStorable(report: LogReports[number]): LogReports[number] {
  return { ...report, lines: report.lines.map((line) => ({ ...line, message: storable(line.message) })) };
}

/** How many lines the log has, and how many lie in the time range. */
export const countLines = (tx: Tx, execution: string, range: Sql): Promise<{ total: number; filtered: number }> =>
  tx.only(sql`
    select count(*) as total, count(*) filter (where ${range}) as filtered
    from execution_log_line l
    where l.execution_id = ${execution}`);

/**
 * A page of lines.
 * @rule execution-logs.list.order
 * @rule execution-logs.list.index
 */
export const selectLines = (
  tx: Tx,
  execution: string,
  range: Sql,
  { order, offset, count }: { order: 'ASC' | 'DESC'; offset: number; count: number },
): Promise<LineRow[]> =>
  tx.rows(sql`
    select l.severity, l.type, l.logged_at, l.message
    from execution_log_line l
    where l.execution_id = ${execution}
      and ${range}
    order by ${order === 'ASC' ? sql`l.index` : sql`l.index desc`}
    limit ${count}
    offset ${offset}`);

/**
 * The lines between two times, both included.
 * @rule execution-logs.list.time
 */
export function inRange({ startTime, endTime }: Range): Sql {
  const after = startTime === undefined ? sql`true` : sql`l.logged_at >= ${startTime}::timestamptz`;
  return endTime === undefined ? after : sql`${after} and l.logged_at <= ${endTime}::timestamptz`;
}
