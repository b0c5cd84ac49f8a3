// run: own process, waiting, in test:all because it starts and kills whole programs
import { test } from 'node:test';
import { onLinux, passesInShort } from './short-form.ts';

test('soak, row 27, short form', onLinux, (t) => passesInShort(t, 27));
