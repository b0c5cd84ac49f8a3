// run: own process, waiting, on request because it starts Millrace and peers from the registry
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

test('P11 starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P11'));
