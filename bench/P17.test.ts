// run: own process, waiting, on request because it starts Millrace and Java
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

test('P17 starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P17'));
