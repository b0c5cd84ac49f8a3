/**
 * Runs all tests, except those that run only when they are named (`on request`); with --rest only those that the quick run leaves out. --record writes the
 * counts, the machine and the day into bench/results/tests.md, for the page of the proof.
 */
import { runTests } from './tests/run-tests.ts';

const [option] = process.argv.slice(2);
process.exit(
  option === '--record' ? await runTests('all', [], 'npm run test:all -- --record') : await runTests(option === '--rest' ? 'rest' : 'all'),
);
