// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/python-job.md. */
// tries the blocks of `docs/tutorials/python-job.md`
import { followTutorial } from '../support/tutorial.ts';

await followTutorial('docs/tutorials/python-job.md', { needs: ['python3'] });
