/** A database that cannot be reached for a while: it refuses new connections, and open connections are terminated. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Platform } from '../../src/core/platform/platform.ts';
import { asAdministrator, testServerUrl } from './database.ts';

/** Calls `meanwhile` while the database of a server cannot be reached. Returns when the server can use the database again. */
export async function awayAndBack({ db }: Platform, meanwhile: () => Promise<void>): Promise<void> {
  const client = await db.connect('test');
  const name = client.database ?? '';
  await client.end();
  const allow = (connections: boolean): Promise<void> =>
    asAdministrator(testServerUrl(), async (administrator) => {
      await administrator.query(`alter database ${name} allow_connections ${connections}`);
      if (!connections) await administrator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    });
  await allow(false);
  try {
    await meanwhile();
  } finally {
    await allow(true);
  }
  const canConnect = async (): Promise<boolean> => (await db.connect('test')).end().then(() => true);
  while (!(await canConnect().catch(() => false))) await wait(50);
}
