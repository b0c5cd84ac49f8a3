import assert from 'node:assert/strict';
import { it } from 'node:test';

import { readLinkedPages, readNumberedPages, readPages } from './pages.ts';

function listOf(total: number) {
  const requested: [number, number][] = [];
  const all = Array.from({ length: total }, (_, index) => index);
  const read = async (limit: number, offset: number) => {
    requested.push([limit, offset]);
    return { items: all.slice(offset, offset + limit), limit, offset, total };
  };
  return { requested, all, read };
}

it('joins all pages into one', async () => {
  const { requested, all, read } = listOf(250);
  assert.deepEqual(await readPages(read), { items: all, limit: 250, offset: 0, total: 250 });
  assert.deepEqual(requested, [
    [100, 0],
    [100, 100],
    [100, 200],
  ]);
});

it('reads no more entries than the caller requested', async () => {
  const { requested, all, read } = listOf(250);
  assert.deepEqual((await readPages(read, 120)).items, all.slice(0, 120));
  assert.deepEqual(requested, [
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
    const requested: number[] = [];
    const read = await readNumberedPages(async (page) => {
      requested.push(page);
      return all.slice((page - 1) * 100, page * 100);
    });
    assert.deepEqual([read, requested.length], [all, Math.floor(total / 100) + 1]);
  }
});

it('reads linked pages by the cursors in their links, whatever the list calls them', async () => {
  for (const name of ['next', 'page']) {
    const requested: [limit: number, next: string | undefined][] = [];
    const readPage = async ({ limit, next }: { limit: number; next?: string }) => {
      requested.push([limit, next]);
      const number = Number(next ?? 1);
      const href = `https://millrace.example.com/api/v1/things?limit=2&${name}=${number + 1}`;
      return { data: [`${number} a`, `${number} b`], links: number < 3 ? { next: { href } } : {} };
    };
    assert.deepEqual(await readLinkedPages(readPage), ['1 a', '1 b', '2 a', '2 b', '3 a', '3 b']);
    const whole: typeof requested = [
      [100, undefined],
      [100, '2'],
      [100, '3'],
    ];
    assert.deepEqual(requested.splice(0), whole);
    await readLinkedPages(readPage, 3);
    assert.deepEqual(requested, [
      [3, undefined],
      [1, '2'],
    ]);
  }
});
