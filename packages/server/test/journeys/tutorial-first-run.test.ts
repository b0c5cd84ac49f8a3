// run: own process, waiting, in test:all because it starts whole programs
/** Runs every block of docs/tutorials/first-run.md. */
import { followTutorial } from '../support/tutorial.ts';

await followTutorial('docs/tutorials/first-run.md', { repeated: ['millrace engine list'] });
