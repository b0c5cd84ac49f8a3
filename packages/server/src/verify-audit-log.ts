/** Checks the audit log of an install. */
import { withOpenDatabase } from './core/database/db.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { readHead, verifySeals, type ChainHead, type VerifiedSeals } from './features/security/audit-log/index.ts';
import type { Keys } from './install-key.ts';
import { requireOwnVersion } from './core/database/migrate.ts';

/** The install, and a newest seal that the operator has stored elsewhere. */
export type AuditCheck = { home: string; keys: Keys; head: ChainHead | undefined; onProgress(seals: number, entries: number): void };

/**
 * Recomputes all seals; a server of this version may run at the same time. The chain must also contain the seal in this home folder. Throws if the
 * database is of another version.
 */
export const verifyAuditLog = (databaseUrl: string, { home, keys, head, onProgress }: AuditCheck): Promise<VerifiedSeals> =>
  withOpenDatabase(databaseUrl, async (db) => {
    await requireOwnVersion(db.reader);
    const heads = [head, await readHead(home)].filter((known) => known !== undefined);
    return verifySeals(db, { secrets: createSecrets(keys), heads, onProgress });
  });
