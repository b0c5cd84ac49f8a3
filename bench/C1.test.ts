// run: own process, waiting, on request because it starts Millrace and a browser
import { test } from 'node:test';
import { chromium } from './console-log.ts';
import { onLinux, assertSmokeRun } from './smoke.ts';

const skip = onLinux.skip || (chromium === undefined && 'no Chromium on this machine');

test('C1 starts and calls every contestant', { skip }, (t) => assertSmokeRun(t, 'C1'));
