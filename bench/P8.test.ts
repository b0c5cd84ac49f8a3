// run: own process, waiting, on request because it starts Millrace and peers from the registry
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

// tries `npm run bench -- P8`: with --smoke
test('P8 starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P8'));
