/** The database of the local double: an embedded PostgreSQL of its own, whose statements read the clock of the double. */
import { readFile } from 'node:fs/promises';
import { Database } from '../core/database/db.ts';
import { keepEmbeddedPostgres } from '../core/database/embedded-postgres/keep-embedded-postgres.ts';
import { sql, verbatim } from '../core/database/sql.ts';

const NAME = 'millrace_double';

/** An empty database; `url` is where the server finds it. */
export type DoubleDatabase = { url: string; toolsUrl: string; stop(): Promise<void> };

/** Starts the PostgreSQL of a folder with a new database in it. What an earlier double left there is deleted. */
export async function startDoubleDatabase(folder: string, say: (line: string) => void): Promise<DoubleDatabase> {
  const postgres = await keepEmbeddedPostgres({ folder, log: say, durable: false }, (message) => say(message));
  const urlIn = (server: string): string => server.replace(/\/[^/]*$/, `/${NAME}`);
  try {
    await within(postgres.url, async ({ writer }) => {
      await writer.rows(sql`drop database if exists ${verbatim(NAME)} with (force)`);
      await writer.rows(sql`create database ${verbatim(NAME)}`);
      await writer.rows(sql`alter database ${verbatim(NAME)} set search_path = public, pg_catalog`);
    });
    const text = await readFile(new URL('double.sql', import.meta.url), 'utf8');
    await within(urlIn(postgres.url), ({ writer }) =>
      writer.rows(verbatim(`do $double$ begin\nexecute $text$${text}$text$;\nend $double$`)),
    );
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { url: urlIn(postgres.url), toolsUrl: urlIn(postgres.tcpUrl), stop: () => postgres.stop() };
}

async function within(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = new Database({ url, poolSize: 1, onError: () => undefined });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
