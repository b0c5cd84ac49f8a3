// run: own process, waiting, in test:all because it runs tests in processes
import { test } from 'node:test';
import { onLinux, passesInSmoke } from './short-form.ts';

test('soak, row 13, runs tests and counts them', onLinux, (t) => passesInSmoke(t, 13));
