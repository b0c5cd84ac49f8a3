// run: own process, waiting, in test:all because it starts and replaces whole programs
import { test } from 'node:test';
import { onLinux, assertShortForm } from './short-form.ts';

test('soak, row 28, short form', onLinux, (t) => assertShortForm(t, 28));
