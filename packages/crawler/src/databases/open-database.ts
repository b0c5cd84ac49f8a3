import type { ConnectionTarget } from '../connection-target.ts';
import type { EngineOutbound } from './outbound.ts';
import type { CrawledDatabase } from './database.ts';

/** Opens a database. Each driver is loaded only where it is used. Throws a `DatabaseUnusable` or a `SettingsFault`. */
export async function openDatabase(
  target: ConnectionTarget,
  outbound: EngineOutbound,
  statementMilliseconds: number,
): Promise<CrawledDatabase> {
  switch (target.driver) {
    case 'postgres':
      return (await import('./postgres.ts')).openPostgres(target, outbound, statementMilliseconds);
    case 'mysql':
      return (await import('./mysql.ts')).openMysql(target, outbound, statementMilliseconds);
    case 'sqlite':
      return (await import('./sqlite.ts')).openSqlite(target.path, statementMilliseconds);
    case 'duckdb':
      return (await import('./duckdb.ts')).openDuckdb(target.path, statementMilliseconds);
    case 'jdbc':
      return (await import('./jdbc.ts')).openJdbc(target, outbound, statementMilliseconds);
  }
}
