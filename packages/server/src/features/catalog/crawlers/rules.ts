/** The rules of crawlers. */
import type { Schema } from '@millrace/contract';
import { conflict, invalid, notFound, Problem, withSubject } from '../../../core/base/problem.ts';
import { levelOf, type GivenLevel } from '../../sharing/sharing/index.ts';
import { isJdbcType } from '../catalog-connections/index.ts';
import type { ScannedTable, ScanRow } from './table-rows.ts';

/**
 * Only connections with a JDBC URL are crawled and scanned.
 * @rule crawlers.create.jdbc
 */
export function requireJdbcConnection(type: string): void {
  if (!isJdbcType(type))
    throw invalid(
      'connection_not_jdbc',
      'The connection is not opened by a JDBC URL: choose a connection to a database, or set its property "jdbcUrl".',
    );
}

/**
 * A crawler is not changed or deleted while it runs.
 * @rule crawlers.run.once
 */
export function requireNotRunning(crawler: string, run: object | undefined): void {
  if (!run) return;
  const problem = conflict(
    'crawler_running',
    `A run of the crawler is under way: wait for its end, or end it with POST /connections/crawlers/${crawler}/end.`,
  );
  throw withSubject(problem, { noun: 'Crawler', id: crawler });
}

/** The refusal of a second crawler of a connection. */
export const secondCrawlerFault = (connection: string) =>
  withSubject(conflict('crawler_exists', 'The connection has a crawler: change that one, or delete it first.'), {
    noun: 'Connection',
    id: connection,
  });

/**
 * Reads the sharings of a body; the highest of several levels of one user or group counts.
 * @rule crawlers.create.sharings
 */
export function givenLevels(sharings: readonly Schema<'CrawlerSharing'>[]): GivenLevel[] {
  const levels = new Map<string, GivenLevel>();
  for (const { scimType, scimId, level } of sharings) {
    const id = scimId.toLowerCase();
    const isGroup = scimType.toUpperCase() === 'GROUP';
    const key = `${isGroup} ${id}`;
    const number = Math.max(levelOf(level).order, levels.get(key)?.level ?? 0);
    levels.set(key, { user: isGroup ? null : id, group: isGroup ? id : null, level: number });
  }
  return [...levels.values()];
}

/** Sharings are with active users and groups of the tenant. */
export function requireKnownGrantees(given: readonly GivenLevel[], eligible: ReadonlySet<string>): void {
  for (const { user, group } of given) {
    if (user !== null && !eligible.has(user)) throw notFound('User', user);
    if (group !== null && !eligible.has(group)) throw notFound('Group', group);
  }
}

/**
 * Returns the last complete scan of a connection. Without one, the refusal says why the last run failed.
 * @rule crawlers.scan.reason
 */
export function requireCompletedScan(
  connection: string,
  { scanned_at, tables, failure }: ScanRow,
): { scanned_at: Date; tables: ScannedTable[] } {
  if (scanned_at !== null && tables !== null) return { scanned_at, tables };
  if (failure === null) throw notFound('Connection scan', connection);
  throw withSubject(new Problem(404, 'scan_failed', `The last scan of the connection failed: ${failure}`), {
    noun: 'Connection scan',
    id: connection,
  });
}

/** The technical names of a selection, each once. */
export const selectionOf = (names: readonly string[] = []): string[] => [...new Set(names)];
