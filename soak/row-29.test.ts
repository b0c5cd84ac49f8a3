// run: own process, waiting, in test:all because it starts and kills whole programs and databases
import { test } from 'node:test';
import { onLinux, assertShortForm } from './short-form.ts';

test('soak, row 29, short form', onLinux, (t) => assertShortForm(t, 29));
