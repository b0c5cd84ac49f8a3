// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/another-install.md but the start of the second server, which the test starts before. */
// tries the blocks of `docs/tutorials/another-install.md`: without npm start: the test starts the second server before
import { startInProcessInstall } from '../support/in-process-install.ts';
import { followTutorial } from '../support/tutorial.ts';

const second = await startInProcessInstall({ engine: true });
await followTutorial('docs/tutorials/another-install.md', {
  leftOut: /npm start/,
  replaced: { 'http://127.0.0.1:8700': second.url, '~/.millrace-second': second.home },
});
