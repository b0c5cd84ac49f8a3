// run: own process, waiting, on request because it starts Millrace and peers from the registry
import { test } from 'node:test';
// tries `npm run bench -- --smoke`, `npm run bench -- P1 --smoke`: each bench by a test of its own
import { onLinux, assertSmokeRun } from './smoke.ts';

// tries `npm run bench -- P1`, `npm run bench -- P1 --rounds 9`, `npm run bench -- P1 --quick`: with --smoke
test('P1 starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P1'));
