import { passesInShort } from './short-form.ts';

passesInShort(1);
