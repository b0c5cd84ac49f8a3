// run: own process, waiting, in test:all because it starts and kills whole programs
import { test } from 'node:test';
import { onLinux, passesInSmoke } from './short-form.ts';

test('soak, row 10, runs tests and counts them', onLinux, (t) => passesInSmoke(t, 10));
