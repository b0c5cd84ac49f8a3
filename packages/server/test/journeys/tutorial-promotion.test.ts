// run: waiting, in test:all because it starts an engine and shells
/** Runs every block of docs/tutorials/promotion.md. */
// tries the blocks of `docs/tutorials/promotion.md`
import { followTutorial } from '../support/tutorial.ts';

await followTutorial('docs/tutorials/promotion.md', { background: 'engine run', repeated: ['millrace engine list'] });
