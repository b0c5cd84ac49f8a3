/** Checks that no sealed entry of the audit log was changed, deleted or inserted. --head <seal> names the newest seal that an earlier run printed. */
import { readConfig } from '../packages/server/src/settings/config.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { headText, parseHead } from '../packages/server/src/features/security/audit-log/index.ts';
import { readOrCreateKeys } from '../packages/server/src/install-key.ts';
import { verifyAuditLog } from '../packages/server/src/verify-audit-log.ts';
import { readArguments, requireInstallKey, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

const USAGE = `${operatorCommandText('audit:verify')}, or ${operatorCommandText('audit:verify', '--head', '<seal>')}`;

await runCommand(async () => {
  const { values } = readArguments({ options: { head: { type: 'string' } } }, USAGE);
  const head = values.head === undefined ? undefined : parseHead(values.head);
  if (values.head !== undefined && !head)
    throw new StartError(`'${values.head}' is no seal. Use ${USAGE}, with a seal that an earlier run printed.`);
  const config = readConfig();
  requireInstallKey(config);
  const {
    seals,
    entries,
    unsealed,
    head: newest,
    fault,
  } = await withDatabase(config, async (url) =>
    verifyAuditLog(url, {
      home: config.home,
      keys: await readOrCreateKeys(config.home, config),
      head,
      onProgress: (checkedSeals, checkedEntries) => say(`${checkedSeals} seals and ${checkedEntries} entries checked …`),
    }),
  );
  if (fault !== undefined) {
    console.error(`The audit log is damaged after ${seals} intact seals with ${entries} entries. ${fault}`);
    console.error(
      'Find out which account of the database changed it, and compare with a backup. If the database was restored from a backup on purpose, remove the file audit-head of the home folder.',
    );
    return 1;
  }
  say(
    `All ${seals} seals with ${entries} entries are intact. ${unsealed} entries are not sealed yet. Entries are sealed within one or two minutes.`,
  );
  if (newest) say(`Newest seal: ${headText(newest)}. Keep it outside of this machine and pass it to a later check by --head.`);
  return 0;
});
