/** The end of leases, without waiting for it. */
import { sql } from '../../src/core/database/sql.ts';
import { runTimer } from './background.ts';
import { eventually } from './install.ts';
import type { TestServer } from './server.ts';

/** Ends the executions whose leases have expired by their timer, as if the server had served for longer than a lease. */
export async function endExpired({ platform }: TestServer): Promise<void> {
  const { writer } = platform.db;
  await eventually('the presence of the server', async () => (await writer.any(sql`select from api_presence`)) || undefined);
  await writer.rows(sql`update api_presence set since = now() - interval '1 day', seen_at = now()`);
  // A worker of the server may have locked some of them, which it ends then.
  do await runTimer(platform, 'expire-leases');
  while (await writer.any(sql`select from live_execution where lease_expires_at < now()`));
}

/** Lets the lease of an execution expire, and ends the execution by the timer. */
export async function expireLease(server: TestServer, executionId: string): Promise<void> {
  await server.platform.db.writer.rows(
    sql`update live_execution set lease_expires_at = now() - interval '1 second' where execution_id = ${executionId}`,
  );
  await endExpired(server);
}
