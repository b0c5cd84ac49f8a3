/** A database for the demonstration: its own role, which may touch nothing else. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const NAME = 'millrace_demo';

/** How to reach the database of the demonstration, or why there is none. */
export type DemoDatabase = { url: string } | { lacks: string };

/** Makes the role and the database where they are missing, gives the role a new password, and answers how to reach it. */
export async function demoDatabase(server: string): Promise<DemoDatabase> {
  const password = randomBytes(24).toString('hex');
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean; may: boolean; who: string }>(
      `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database,
              r.rolsuper or (r.rolcreaterole and r.rolcreatedb) as may, r.rolname as who
       from pg_roles r
       where r.rolname = current_user`,
      [NAME],
    );
    if (!rows[0]?.may) return { lacks: lacking(rows[0]?.who ?? '') };
    // Statements that define things take no parameters; name and password hold letters and digits only.
    await client.query(`${rows[0]?.role ? 'alter' : 'create'} role ${NAME} login password '${password}'`);
    // Who is no superuser gives away only what belongs to a role of its own.
    await client.query(`grant ${NAME} to current_user`);
    if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== '42501') throw error;
    return { lacks: `the role of DATABASE_URL may not do what it needs for that: ${message}` };
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.username = NAME;
  url.password = password;
  url.pathname = `/${NAME}`;
  return { url: url.toString() };
}

const lacking = (who: string): string =>
  `it loads into a database of its own, and the role '${who}' of DATABASE_URL may not create roles and databases. ` +
  'Start the demo without DATABASE_URL, or with a role that has CREATEROLE and CREATEDB.';
