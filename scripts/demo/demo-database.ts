/** A database for the demonstration: its own role, which may touch nothing else. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const NAME = 'millrace_demo';

/** Makes the role and the database where they are missing, gives the role a new password, and answers how to reach it. */
export async function demoDatabase(server: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database`,
      [NAME],
    );
    // Statements that define things take no parameters; name and password hold letters and digits only.
    await client.query(`${rows[0]?.role ? 'alter' : 'create'} role ${NAME} login password '${password}'`);
    if (!rows[0]?.database) await client.query(`create database ${NAME} owner ${NAME}`);
  } finally {
    await client.end();
  }
  const url = new URL(server);
  url.username = NAME;
  url.password = password;
  url.pathname = `/${NAME}`;
  return url.toString();
}
