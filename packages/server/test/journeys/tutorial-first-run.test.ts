// run: own process, waiting, in test:all because it starts whole programs
/** Runs every block of docs/tutorials/first-run.md with the programs that its reader uses. */
// tries the blocks of `docs/tutorials/first-run.md`
import { followTutorialByPrograms } from '../support/tutorial.ts';

await followTutorialByPrograms('docs/tutorials/first-run.md', { repeated: ['millrace engine list'] });
