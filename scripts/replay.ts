/** Answers requests with recorded answers: npm run replay -- <folder>. */
import { resolve } from 'node:path';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { replayOf, serveRecorded } from '../packages/server/src/double/recorded-sources.ts';
import { readRecordings } from '../packages/server/src/double/recordings.ts';
import { readArguments, runCommand, say } from './operating/operator-command.ts';

const USAGE = 'npm run replay -- <folder>';

await runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true }, USAGE);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new StartError(`Name a folder of recordings: ${USAGE}.`);
  const recordings = await readRecordings(resolve(folder));
  say(`${recordings.length} recordings`);
  await serveRecorded(readConfig(), replayOf(recordings), say);
  return 0;
});
