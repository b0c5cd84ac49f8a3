/** Runs all tests, except those that run only when they are named (`on request`); with --rest only those that the quick run leaves out. */
import { runTests } from './tests/run-tests.ts';

process.exit(await runTests(process.argv[2] === '--rest' ? 'rest' : 'all'));
