// run: own process, waiting, in test:all because it starts and kills whole programs
import { test } from 'node:test';
import { onLinux, assertShortForm } from './short-form.ts';

// tries `npm run soak -- 2 --minutes 3`: row 6, for less than a minute
test('soak, row 6, short form', onLinux, (t) => assertShortForm(t, 6, '--minutes', '0.3'));
