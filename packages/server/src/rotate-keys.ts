/** Changes the key of an install: all secrets, in batches, then the canary. */
import { features } from './api.ts';
import { withOpenDatabase } from './core/database/db.ts';
import { reencrypt, type EncryptedTable } from './core/secrets/encrypted-tables.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { moveCanary, prepareInstall } from './first-start.ts';
import { signingKeyTable } from './identity/signing-keys.ts';
import type { Keys } from './install-key.ts';
import { prepareDatabase } from './server.ts';

const BATCH = 500;

/** The tables with secrets, without that of the install, whose key changes with the canary. */
export const encryptedTables: readonly EncryptedTable[] = [...features.flatMap((feature) => feature.encrypted ?? []), signingKeyTable];

/**
 * Applies missing migrations, then encrypts all secrets again under the first key and returns their number. Each batch is one commit, so that an
 * interrupted rotation continues where it stopped. The canary changes last, in the transaction that finds no secret under another key. Throws a
 * `StartError` if no key is that of the install.
 */
export async function rotateKeys(databaseUrl: string, keys: Keys, batch: number = BATCH): Promise<number> {
  await prepareDatabase(databaseUrl);
  return withOpenDatabase(databaseUrl, async (db) => {
    const secrets = createSecrets(keys);
    await prepareInstall(db, keys, secrets);
    for (let all = 0; ;) {
      const done = await db.transaction(async (tx) => {
        let renewed = 0;
        for (const table of encryptedTables) renewed += await reencrypt(tx, secrets, table, batch);
        if (renewed === 0) await moveCanary(tx, keys, secrets);
        return renewed;
      });
      if (done === 0) return all;
      all += done;
    }
  });
}
