// run: own process, waiting, on request because it starts Millrace and peers from the registry
import { join } from 'node:path';
import { test } from 'node:test';
import { onLinux, assertSmokeRun } from './smoke.ts';

const checkout = join(import.meta.dirname, '..');

test('P1b starts and calls every contestant, also the Millrace of another checkout', onLinux, (t) =>
  // tries `npm run bench -- P1 --beside ../old`: with --smoke, and P1b
  assertSmokeRun(t, 'P1b', '--beside', checkout),
);
