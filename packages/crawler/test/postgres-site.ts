/** A database of PostgreSQL with an account that may read it, for tests of the crawler. */
import { after } from 'node:test';
import { Client } from 'pg';

/** A database, a client of its owner, and the connection of an account that owns nothing. */
export type PostgresSite = {
  owner: Client;
  account: string;
  connection: Record<string, string>;
  /** Runs statements as the owner, and makes their counters visible to other sessions. */
  run: (...statements: string[]) => Promise<void>;
  /** Lets the account read all tables of a schema. */
  grant: (schema?: string) => Promise<void>;
};

/** Creates a database; it is dropped after the tests of the file. */
export async function postgresSite(): Promise<PostgresSite> {
  const address = process.env['MILLRACE_TEST_DATABASE_URL'];
  if (!address) throw new Error('MILLRACE_TEST_DATABASE_URL is not set: run the tests by "npm test", which starts a database');
  const name = `crawled_${crypto.randomUUID().replaceAll('-', '')}`;
  const password = 'sesame-word/1';
  const server = new Client({ connectionString: address });
  await server.connect();
  await server.query(`create database ${name} template template0`);
  await server.query(`create role ${name} login password '${password}'`);
  const url = new URL(address);
  url.pathname = `/${name}`;
  const owner = new Client({ connectionString: url.href });
  await owner.connect();
  after(async () => {
    await owner.end();
    await server.query(`drop database ${name} with (force)`);
    await server.query(`drop role ${name}`);
    await server.end();
  });
  const run = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await owner.query(statement);
    await owner.query('select pg_stat_force_next_flush()');
  };
  return {
    owner,
    account: name,
    connection: { jdbcUrl: `jdbc:postgresql://${url.host}/${name}`, username: name, password },
    run,
    grant: (schema = 'public') =>
      run(`grant usage on schema ${schema} to ${name}`, `grant select on all tables in schema ${schema} to ${name}`),
  };
}
