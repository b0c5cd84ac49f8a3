/** Passes requests on to a service and records its answers, without credentials: npm run record -- <address> <folder>. */
import { resolve } from 'node:path';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { recordFrom, serveRecorded } from '../packages/server/src/double/recorded-sources.ts';
import { RecordingWriter } from '../packages/server/src/double/recordings.ts';
import { readArguments, runCommand, say } from './operating/operator-command.ts';

const USAGE = 'npm run record -- <address of the service> <folder>';

await runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true }, USAGE);
  const [address = '', folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new StartError(`Name a service and a folder: ${USAGE}.`);
  const service = URL.parse(address);
  if (!service || !/^https?:$/.test(service.protocol) || service.username || service.search || service.hash)
    throw new StartError(`The address of the service is not one such as https://api.example.com. Use ${USAGE}.`);
  await serveRecorded(readConfig(), recordFrom(service, await RecordingWriter.open(resolve(folder)), say), say);
  return 0;
});
