// run: own process, waiting, on request because it starts Millrace and packages from the registry
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

// tries `npm run bench -- P12 --minutes 3`: with --smoke
test('P12 starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P12'));
