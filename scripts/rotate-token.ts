/** Replaces the administrator's token in the home folder; the old one is refused at once. A server may run meanwhile. */
import { join } from 'node:path';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { explainFileError } from '../packages/server/src/core/base/start-error.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { rotateToken, type FormerToken } from '../packages/server/src/rotate-token.ts';
import { readArguments, requireInstall, requireInstallKey, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

const FORMER_TOKEN_MESSAGES: Record<FormerToken, string> = {
  revoked: 'The previous token is refused from now on.',
  none: 'There was no previous token.',
  unknown: 'The previous token was already invalid.',
};

async function rotate(): Promise<number> {
  readArguments({}, operatorCommandText('rotate:token'));
  const config = readConfig();
  requireInstall(config.home);
  requireInstallKey(config);
  const keys = await readOrCreateKeys(config.home, config);
  const file = join(config.home, 'admin.token');
  const former = await withDatabase(config, (url) => rotateToken(url, keys, file)).catch((error: unknown) =>
    Promise.reject(explainFileError(error, file)),
  );
  say(`${file} holds a new token. ${FORMER_TOKEN_MESSAGES[former]}`);
  return 0;
}

await runCommand(rotate);
