/** The schema that the migrations create, read from a temporary database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../packages/server/src/core/database/db.ts';
import { startEmbeddedPostgres } from '../../packages/server/src/core/database/embedded-postgres/start-embedded-postgres.ts';
import { prepareDatabase } from '../../packages/server/src/server.ts';
import { dumpSchema } from './schema-dump.ts';

/** Starts a database in a folder of its own, migrates it, dumps its schema and removes it. */
export async function migratedSchema(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-schema-'));
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: () => undefined, durable: false });
  try {
    await prepareDatabase(postgres.tcpUrl);
    const db = new Database({ url: postgres.tcpUrl, onError: () => undefined });
    try {
      const client = await db.connect('millrace schema');
      return await dumpSchema(client).finally(() => client.end());
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
