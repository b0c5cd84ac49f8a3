/** Runs all tests, except those that install further packages; with --rest only those that the quick run leaves out. */
import { runTests } from './tests/run-tests.ts';

process.exit(await runTests(process.argv[2] === '--rest' ? 'rest' : 'all'));
