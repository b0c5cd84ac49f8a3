// run: own process, waiting, in test:all because it starts and replaces whole programs
import { test } from 'node:test';
import { onLinux, passesInShort } from './short-form.ts';

test('soak, row 28, short form', onLinux, (t) => passesInShort(t, 28));
