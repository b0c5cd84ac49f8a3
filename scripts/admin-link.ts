/** Writes a link into the home folder by which the administrator sets another password. A server may run meanwhile. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, type Config } from '../packages/server/src/settings/config.ts';
import { explainFileError } from '../packages/server/src/core/base/start-error.ts';
import { replaceAdministratorLink } from '../packages/server/src/administrator-link.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { readArguments, requireInstall, requireInstallKey, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

/** The address of the server: that of the settings, or the one at which it listened last. */
async function addressOf({ publicUrl, home, host, port }: Config): Promise<string> {
  if (publicUrl !== undefined) return publicUrl;
  const text = await readFile(join(home, 'server.json'), 'utf8').catch(() => '{}');
  return (JSON.parse(text) as { url?: string }).url ?? `http://${host}:${port}`;
}

async function writeLink(): Promise<number> {
  readArguments({}, operatorCommandText('admin:link'));
  const config = readConfig();
  requireInstall(config.home);
  requireInstallKey(config);
  const [keys, address] = [await readOrCreateKeys(config.home, config), await addressOf(config)];
  const file = join(config.home, 'admin.link');
  await withDatabase(config, (url) => replaceAdministratorLink(url, keys, file, address)).catch((error: unknown) =>
    Promise.reject(explainFileError(error, file)),
  );
  say(`${file} holds a link that sets the administrator's password, once, within 72 hours. The present password stays until then.`);
  return 0;
}

await runCommand(writeLink);
