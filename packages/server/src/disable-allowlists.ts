/** Disables the IP allowlists of an install from its own machine, for people whom their allowlist refuses. */
import { Database } from './core/database/db.ts';
import { disableAll } from './features/security/ip-allowlist/index.ts';

/** Disables all allowlists and returns the names of their tenants. Their entries stay. Running servers apply the change at their next call. */
export async function disableAllowlists(databaseUrl: string): Promise<string[]> {
  const db = new Database({ url: databaseUrl, poolSize: 1, onError: () => undefined });
  try {
    return await disableAll(db.writer);
  } finally {
    await db.close();
  }
}
