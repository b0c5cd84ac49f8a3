/** The database of the demonstration. Its role has access to no other database objects. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const NAME = 'millrace_demo';

/** The address of the database of the demonstration, or the reason why there is none. */
export type DemoDatabase = { url: string } | { reason: string };

/** Creates the role and the database if they are missing, sets a new password, and returns the address, or the reason why this is not possible. */
export async function demoDatabase(server: string): Promise<DemoDatabase> {
  const password = randomBytes(24).toString('hex');
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean; may_create: boolean; login: string }>(
      `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database,
              r.rolsuper or (r.rolcreaterole and r.rolcreatedb) as may_create, r.rolname as login
       from pg_roles r
       where r.rolname = current_user`,
      [NAME],
    );
    if (!rows[0]?.may_create) return { reason: missingRights(rows[0]?.login ?? '') };
    // `create role` takes no parameters. Name and password contain only letters, digits and underscores.
    await client.query(`${rows[0]?.role ? 'alter' : 'create'} role ${NAME} login password '${password}'`);
    // Only a superuser may give a database to a role of which it is not a member.
    await client.query(`grant ${NAME} to current_user`);
    if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== '42501') throw error;
    return { reason: `the role of DATABASE_URL lacks a permission that this needs: ${message}` };
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.username = NAME;
  url.password = password;
  url.pathname = `/${NAME}`;
  return { url: url.toString() };
}

const missingRights = (role: string): string =>
  `it loads into a database of its own, and the role '${role}' of DATABASE_URL may not create roles and databases. ` +
  'Start the demo without DATABASE_URL, or with a role that has CREATEROLE and CREATEDB.';
