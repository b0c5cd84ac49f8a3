/** Disables the IP allowlists of an install, for administrators whose own allowlist refuses their calls. A server may run meanwhile. */
import { readConfig } from '../packages/server/src/settings/config.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { withOpenDatabase } from '../packages/server/src/core/database/db.ts';
import { disableAllAllowlists } from '../packages/server/src/features/security/ip-allowlist/index.ts';
import { readArguments, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

const USAGE = operatorCommandText('allowlist', 'off');

await runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true }, USAGE);
  if (positionals.join(' ') !== 'off') throw new StartError(`The only action is off. Use ${USAGE}.`);
  const tenants = await withDatabase(readConfig(), (url) => withOpenDatabase(url, ({ writer }) => disableAllAllowlists(writer)));
  for (const tenant of tenants) say(`The IP allowlist of '${tenant}' is disabled. Its entries are kept.`);
  if (tenants.length === 0) say('No IP allowlist is enabled.');
  return 0;
});
