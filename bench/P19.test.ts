// run: own process, waiting, on request because it starts Millrace
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

test('P19 starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P19'));
