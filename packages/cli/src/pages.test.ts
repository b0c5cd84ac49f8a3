import assert from 'node:assert/strict';
import { it } from 'node:test';

import { readNumberedPages, readPages } from './pages.ts';

function listOf(total: number) {
  const asked: [number, number][] = [];
  const all = Array.from({ length: total }, (_, index) => index);
  const read = async (limit: number, offset: number) => {
    asked.push([limit, offset]);
    return { items: all.slice(offset, offset + limit), limit, offset, total };
  };
  return { asked, all, read };
}

it('joins all pages into one', async () => {
  const { asked, all, read } = listOf(250);
  assert.deepEqual(await readPages(read), { items: all, limit: 250, offset: 0, total: 250 });
  assert.deepEqual(asked, [
    [100, 0],
    [100, 100],
    [100, 200],
  ]);
});

it('reads no more entries than the caller asked for', async () => {
  const { asked, all, read } = listOf(250);
  assert.deepEqual((await readPages(read, 120)).items, all.slice(0, 120));
  assert.deepEqual(asked, [
    [100, 0],
    [20, 100],
  ]);
});

it('ends even if the list shrinks while it is read', async () => {
  const page = await readPages(async (limit, offset) => ({ items: offset === 0 ? [1] : [], limit, offset, total: 2 }));
  assert.deepEqual(page.items, [1]);
});

it('reads numbered pages until one is not full', async () => {
  for (const total of [0, 99, 100, 250]) {
    const { all } = listOf(total);
    const asked: number[] = [];
    const read = await readNumberedPages(async (page) => {
      asked.push(page);
      return all.slice((page - 1) * 100, page * 100);
    });
    assert.deepEqual([read, asked.length], [all, Math.floor(total / 100) + 1]);
  }
});
