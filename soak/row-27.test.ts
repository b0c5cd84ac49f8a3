// run: own process, waiting, in test:all because it starts and kills whole programs
import { test } from 'node:test';
import { onLinux, assertShortForm } from './short-form.ts';

test('soak, row 27, short form', onLinux, (t) => assertShortForm(t, 27));
