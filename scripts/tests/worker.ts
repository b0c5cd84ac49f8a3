/**
 * A process of tests. It runs the files that the runner sends, one after the other: starting a process and loading the server costs more than most
 * files do.
 */
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endProcessWide } from '../../packages/server/test/support/process-wide.ts';

/** Milliseconds after the last file after which the process must have ended. */
const END_MILLISECONDS = 30_000;

/** Asks the runner for a file. The answer is an empty text when none is left. */
function nextFile(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  process.once('message', (file) => resolve(String(file)));
  process.send?.('ready');
  return promise;
}

for (let file = await nextFile(); file !== ''; file = await nextFile()) {
  const url = pathToFileURL(file).href;
  // The hooks of the file run at the end of this test.
  await test(file, async () => {
    await import(url);
  });
}
await endProcessWide();
process.disconnect();
setTimeout(() => {
  console.error(`A process of tests does not end, because of: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, END_MILLISECONDS).unref();
