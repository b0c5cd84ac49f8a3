/** Looks whether the store holds all content that the database names, byte for byte; --sizes only its sizes. A server may run meanwhile. */
import { openBlobs } from '../packages/server/src/core/blobs/open-blobs.ts';
import { readConfig } from '../packages/server/src/core/platform/config.ts';
import { verifyInstall } from '../packages/server/src/verify-install.ts';
import { readArguments, runCommand, say, withDatabase } from './house/operator-command.ts';

/** Contents between two lines of progress. */
const STEP = 5000;

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

await runCommand(async () => {
  const { values } = readArguments(
    { options: { sizes: { type: 'boolean', default: false } } },
    'npm run verify, or npm run verify -- --sizes',
  );
  const config = readConfig();
  let told = 0;
  const { contents, bytes, faults, unnamed } = await withDatabase(config, async (url) =>
    verifyInstall(url, await openBlobs(config), {
      read: !values.sizes,
      onFault: (sentence) => console.error(sentence),
      onProgress: (seen, size) => {
        if (seen < told + STEP) return;
        told = seen;
        say(`${seen} files of content looked at (${megabytes(size)}) …`);
      },
    }),
  );
  if (unnamed > 0) say(`The store holds ${unnamed} files that no row names: they are left over, and workers remove them in time.`);
  if (faults === 0) {
    say(`All ${contents} files of content are there (${megabytes(bytes)}${values.sizes ? '; only their sizes were looked at' : ''}).`);
    return 0;
  }
  console.error(`${faults} of ${contents} files of content are missing or damaged.`);
  return 1;
});
