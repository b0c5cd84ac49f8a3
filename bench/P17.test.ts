// run: own process, waiting, on request because it starts Millrace and Java
import { test } from 'node:test';
import { onLinux, startsAndCalls } from './smoke.ts';

test('P17 starts and calls every contestant', onLinux, (t) => startsAndCalls(t, 'P17'));
