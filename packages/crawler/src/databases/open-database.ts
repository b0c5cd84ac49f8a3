import type { ConnectionTarget } from '../connection-target.ts';
import type { CrawledDatabase } from './database.ts';

/** Opens a database. Each driver is loaded only where it is used. Throws a `DatabaseUnusable` or a `SettingsFault`. */
export async function openDatabase(target: ConnectionTarget, statementMilliseconds: number): Promise<CrawledDatabase> {
  switch (target.driver) {
    case 'postgres':
      return (await import('./postgres.ts')).openPostgres(target, statementMilliseconds);
    case 'mysql':
      return (await import('./mysql.ts')).openMysql(target, statementMilliseconds);
    case 'sqlite':
      return (await import('./sqlite.ts')).openSqlite(target.path, statementMilliseconds);
    case 'duckdb':
      return (await import('./duckdb.ts')).openDuckdb(target.path, statementMilliseconds);
    case 'jdbc':
      return (await import('./jdbc.ts')).openJdbc(target, statementMilliseconds);
  }
}
