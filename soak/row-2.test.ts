// run: own process, waiting, in test:all because it starts and kills whole programs
import { test } from 'node:test';
import { onLinux, assertShortForm } from './short-form.ts';

// tries `npm run soak -- 2`, `npm run soak -- 2 --short`, `npm run soak -- 2 --seed 11`
test('soak, row 2, short form', onLinux, (t) => assertShortForm(t, 2, '--seed', '11'));
