// run: own process, waiting, on request because it starts Millrace and peers from the registries
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

test('P1c starts and calls every contestant', onLinux, (t) => assertSmokeRun(t, 'P1c'));
