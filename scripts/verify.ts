/** Checks that the store holds all content that the database refers to, byte for byte; --sizes checks only sizes. A server may run meanwhile. */
import { megabytes } from '../packages/server/src/backup/progress.ts';
import { openBlobs } from '../packages/server/src/core/blobs/open-blobs.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { verifyInstall } from '../packages/server/src/verify-install.ts';
import { readArguments, runCommand, say, withDatabase } from './operating/operator-command.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

/** Files between two lines of progress. */
const PROGRESS_FILES = 5000;

await runCommand(async () => {
  const { values } = readArguments(
    { options: { sizes: { type: 'boolean', default: false } } },
    `${operatorCommandText('verify')}, or ${operatorCommandText('verify', '--sizes')}`,
  );
  const config = readConfig();
  let reported = 0;
  const { contents, bytes, faults, unnamed } = await withDatabase(config, async (url) =>
    verifyInstall(url, await openBlobs(config), {
      read: !values.sizes,
      onFault: (sentence) => console.error(sentence),
      onProgress: (seen, size) => {
        if (seen < reported + PROGRESS_FILES) return;
        reported = seen;
        say(`${seen} files of content checked (${megabytes(size)}) …`);
      },
    }),
  );
  if (unnamed > 0) say(`The store holds ${unnamed} files that no row refers to. Workers remove such files after some time.`);
  if (faults === 0) {
    say(`All ${contents} files of content are present (${megabytes(bytes)}${values.sizes ? '; only their sizes were checked' : ''}).`);
    return 0;
  }
  console.error(`${faults} of ${contents} files of content are missing or damaged.`);
  return 1;
});
