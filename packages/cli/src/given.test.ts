import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { given } from './given.ts';

test('an object of given fields has no field that is undefined, and keeps one that is null or empty', () => {
  const fields: { name: string; note: string | null | undefined; steps?: string[]; title?: string } = {
    name: '',
    note: null,
    steps: [],
  };
  deepStrictEqual(given({ ...fields, title: fields.title }), { name: '', note: null, steps: [] });
});
