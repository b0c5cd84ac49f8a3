// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/studio-job.md. The archive is built by the script of its command. */
import { followTutorial } from '../support/tutorial.ts';

await followTutorial('docs/tutorials/studio-job.md', {
  needs: ['javac', 'java'],
  replaced: { 'npm --prefix "$root" run -s build:examples': 'node "$root/scripts/build-examples.ts"' },
});
