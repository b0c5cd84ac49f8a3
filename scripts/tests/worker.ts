/** A process of tests: runs the files that the runner sends, in turn. Starting a process and loading the server costs more than most files do. */
import { once } from 'node:events';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endProcessWide } from '../../packages/server/test/support/process-wide.ts';

for (;;) {
  process.send?.('ready');
  const [file] = (await once(process, 'message')) as [string];
  if (file === '') break;
  // The hooks of the file run at the end of this test.
  await test(file, async () => {
    await import(pathToFileURL(file).href);
  });
}
await endProcessWide();
// The channel to the runner must not keep the process alive. The reporter still uses it.
process.channel?.unref();
setTimeout(() => {
  console.error(`A process of tests does not end, because of: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
}, 30_000).unref();
