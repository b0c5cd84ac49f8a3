// run: own process, waiting, on request because it starts Millrace and peers from the registries
import { test } from 'node:test';
import { onLinux, startsAndCalls } from './smoke.ts';

test('P1c starts and calls every contestant', onLinux, (t) => startsAndCalls(t, 'P1c'));
