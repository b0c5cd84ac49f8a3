import assert from 'node:assert/strict';
import { it } from 'node:test';

import { nextPage } from './next-page.ts';

const entries = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

it('goes on after each kind of page, and keeps the filters', () => {
  const filter = { name: ['a', 'b'] };
  assert.deepEqual(nextPage(filter, { items: entries(2), offset: 4, limit: 2, total: 7 }), { ...filter, offset: ['6'] });
  assert.deepEqual(nextPage(filter, { data: entries(1), links: { next: { href: 'https://elsewhere.example/api?next=c%2B1&limit=1' } } }), {
    ...filter,
    next: ['c+1'],
    limit: ['1'],
  });
  assert.deepEqual(nextPage(filter, { Resources: entries(2), startIndex: 1, totalResults: 3 }), { ...filter, startIndex: ['3'] });
  assert.deepEqual(nextPage({ startIndex: ['2'] }, { data: [], size: 0, nextIndex: 9 }), { startIndex: ['9'] });
  assert.deepEqual(nextPage({}, entries(100)), { page: ['2'] });
  assert.deepEqual(nextPage({ page: ['2'] }, entries(100)), { page: ['3'] });
});

it('ends after the last page', () => {
  for (const last of [
    { items: entries(3), offset: 4, limit: 3, total: 7 },
    { items: [], offset: 0, limit: 3, total: 7 },
    { data: entries(1), links: { self: { href: '/a' } } },
    { Resources: entries(1), startIndex: 3, totalResults: 3 },
    { data: entries(2), size: 2, totalSize: 9 },
    entries(99),
    { id: 'a' },
    null,
  ])
    assert.equal(nextPage({}, last), undefined, JSON.stringify(last));
});
