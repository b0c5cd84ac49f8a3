/** The database of the local double: an embedded PostgreSQL of its own, whose statements read the clock of the double. */
import { readFile } from 'node:fs/promises';
import { Database } from '../core/database/db.ts';
import { keepEmbeddedPostgres } from '../core/database/embedded-postgres/keep-embedded-postgres.ts';
import { sql, verbatim } from '../core/database/sql.ts';

const NAME = 'millrace_double';

/** An empty database; `url` is the address for the server, `toolsUrl` the address for other programs. */
export type DoubleDatabase = { url: string; toolsUrl: string; stop(): Promise<void> };

/** Starts the PostgreSQL of a folder with a new database in it. A database of an earlier double is deleted. */
export async function startDoubleDatabase(folder: string, print: (line: string) => void): Promise<DoubleDatabase> {
  const postgres = await keepEmbeddedPostgres({ folder, log: print, durable: false }, (message) => print(message));
  const urlIn = (server: string): string => server.replace(/\/[^/]*$/, `/${NAME}`);
  try {
    await withDatabase(postgres.url, async ({ writer }) => {
      await writer.rows(sql`drop database if exists ${verbatim(NAME)} with (force)`);
      await writer.rows(sql`create database ${verbatim(NAME)}`);
      await writer.rows(sql`alter database ${verbatim(NAME)} set search_path = public, pg_catalog`);
    });
    const text = await readFile(new URL('double.sql', import.meta.url), 'utf8');
    await withDatabase(urlIn(postgres.url), ({ writer }) =>
      writer.rows(verbatim(`do $double$ begin\nexecute $text$${text}$text$;\nend $double$`)),
    );
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: urlIn(postgres.url), toolsUrl: urlIn(postgres.tcpUrl), stop: () => postgres.stop() };
}

async function withDatabase(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = new Database({ url, poolSize: 1, onError: () => undefined });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
