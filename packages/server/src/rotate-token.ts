/** Replaces the administrator's token in a home folder. */
import { withOpenDatabase } from './core/database/db.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import { readSecretFile, replaceSecretFile } from './core/secrets/secret-file.ts';
import { sql } from './core/database/sql.ts';
import { insertAdministratorToken, prepareInstall } from './first-start.ts';
import { createTokens } from './identity/tokens.ts';
import type { Keys } from './install-key.ts';

/** The earlier token in the file: there was none, it was not of this install, or it is revoked now. */
export type FormerToken = 'none' | 'unknown' | 'revoked';

/**
 * Replaces the token of the administrator in the file, and revokes the earlier one. The database stores the new one and deletes the earlier one in one
 * commit; the file is replaced after it. If the command is interrupted in between, it can be run again. A server may run at the same time, because it
 * looks up the token of each request.
 */
export const rotateToken = (databaseUrl: string, keys: Keys, file: string): Promise<FormerToken> =>
  withOpenDatabase(databaseUrl, async (db) => {
    const tokens = createTokens(await prepareInstall(db, keys, createSecrets(keys)));
    const former = await readSecretFile(file);
    const { secret, hash } = tokens.create('personal');
    return replaceSecretFile(file, secret, () =>
      db.transaction(async (tx) => {
        await insertAdministratorToken(tx, hash);
        if (former === undefined) return 'none';
        const revoked = await tx.rows(sql`
          delete from personal_access_token
          where hash = ${tokens.hash(former)}
          returning id`);
        return revoked.length > 0 ? 'revoked' : 'unknown';
      }),
    );
  });
