/** The file with the link by which the administrator sets a password. */
import { rm } from 'node:fs/promises';
import { withOpenDatabase } from './core/database/db.ts';
import { readSecretFile, writeSecretFile } from './core/secrets/secret-file.ts';
import { createSecrets } from './core/secrets/secrets.ts';
import type { Platform } from './core/platform/platform.ts';
import { createOperatorLink, lacksPassword } from './features/accounts/sign-in/index.ts';
import { ADMINISTRATOR, prepareInstall } from './first-start.ts';
import { createTokens } from './identity/tokens.ts';
import type { Keys } from './install-key.ts';

/**
 * If the administrator has no password, writes a new link into the file, because the old one may have expired or have another address. Otherwise removes
 * the file. Returns the path of the file if it has a link.
 */
export async function refreshLinkAtStart(
  file: string,
  platform: Pick<Platform, 'db'> & { identity: Pick<Platform['identity'], 'tokens'>; settings: Pick<Platform['settings'], 'publicUrl'> },
): Promise<string | undefined> {
  if (!(await lacksPassword(platform.db.reader, ADMINISTRATOR))) {
    if ((await readSecretFile(file)) !== undefined) await rm(file, { force: true });
    return undefined;
  }
  await writeSecretFile(file, await createOperatorLink(platform.db, platform, ADMINISTRATOR));
  return file;
}

/**
 * Writes a link into the file by which the administrator sets another password. A server may run meanwhile. Throws a `StartError` if the keys are not
 * those of the install.
 */
export const replaceAdministratorLink = (databaseUrl: string, keys: Keys, file: string, publicUrl: string): Promise<void> =>
  withOpenDatabase(databaseUrl, async (db) => {
    const tokens = createTokens(await prepareInstall(db, keys, createSecrets(keys)));
    const link = await createOperatorLink(db, { identity: { tokens }, settings: { publicUrl: () => publicUrl } }, ADMINISTRATOR);
    await writeSecretFile(file, link);
  });
