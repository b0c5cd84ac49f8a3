/** Runs the quick tests; with words, each test file whose path contains one of them. */
import { runTests } from './tests/run-tests.ts';

const words = process.argv.slice(2);
process.exit(await runTests(words.length > 0 ? 'named' : 'quick', words));
