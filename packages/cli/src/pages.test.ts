import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Client } from '@millrace/contract/client';
import { readWholeList, readPages } from './pages.ts';

const TASKS = 'GET /orchestration/executables/tasks';

/** A client of a list with that many entries. `requested` has the limit and the offset, or the number, of each page that was read. */
function listOf(total: number) {
  const requested: [unknown, unknown][] = [];
  const all = Array.from({ length: total }, (_, index) => index);
  const call = async (_route: string, { query }: { query: { limit?: number; offset?: number; page?: number } }) => {
    const { limit = 100, offset = 0, page } = query;
    requested.push([query.limit, page ?? offset]);
    const body =
      page === undefined ? { items: all.slice(offset, offset + limit), limit, offset, total } : all.slice((page - 1) * 100, page * 100);
    return { status: 200, body };
  };
  return { requested, all, client: { call } as unknown as Client };
}

it('joins all pages into one', async () => {
  const { requested, all, client } = listOf(250);
  assert.deepEqual(await readPages(client, TASKS), { items: all, limit: 250, offset: 0, total: 250 });
  assert.deepEqual(requested, [
    [100, 0],
    [100, 100],
    [100, 200],
  ]);
});

it('reads no more entries than the caller requested', async () => {
  const { requested, all, client } = listOf(250);
  assert.deepEqual((await readPages(client, TASKS, {}, 120)).items, all.slice(0, 120));
  assert.deepEqual(requested, [
    [100, 0],
    [20, 100],
  ]);
});

it('ends even if the list shrinks while it is read', async () => {
  const call = async (_route: string, { query }: { query: { offset?: number } }) => ({
    body: { items: query.offset === undefined ? [1] : [], offset: query.offset ?? 0, total: 2 },
  });
  assert.deepEqual(await readWholeList({ call } as unknown as Client, TASKS), [1]);
});

it('reads numbered pages until one is not full', async () => {
  for (const total of [0, 99, 100, 250]) {
    const { requested, all, client } = listOf(total);
    assert.deepEqual([await readWholeList(client, 'GET /account/users'), requested.length], [all, Math.floor(total / 100) + 1]);
  }
});

it('reads linked pages by the cursors in their links, whatever the list calls them', async () => {
  for (const name of ['next', 'page']) {
    const requested: [limit: number, next: string | undefined][] = [];
    const call = async (_route: string, { query }: { query: { limit: number; [name: string]: unknown } }) => {
      const next = query[name] === undefined ? undefined : String(query[name]);
      requested.push([query.limit, next]);
      const number = Number(next ?? 1);
      const href = `https://millrace.example.com/api/v1/things?limit=2&${name}=${number + 1}`;
      return { body: { data: [`${number} a`, `${number} b`], links: number < 3 ? { next: { href } } : {} } };
    };
    const read = (maximum?: number) => readWholeList({ call } as unknown as Client, 'GET /api/v1/alerts', {}, maximum);
    assert.deepEqual(await read(), ['1 a', '1 b', '2 a', '2 b', '3 a', '3 b']);
    const whole: typeof requested = [
      [100, undefined],
      [100, '2'],
      [100, '3'],
    ];
    assert.deepEqual(requested.splice(0), whole);
    await read(3);
    assert.deepEqual(requested, [
      [3, undefined],
      [1, '2'],
    ]);
  }
});
