import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Route } from '@millrace/contract';
import type { InputOf } from '@millrace/contract/client';
import { NUMBERED_LISTS, OFFSET_LISTS, readListPage, readListPages } from './lists.ts';
import { isSafeToRepeat, READING_POSTS } from './sending.ts';

type Referred = { $ref?: string; [name: string]: unknown };
const file = new URL('../../contract/src/openapi.gen.json', import.meta.url);
const document = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Referred>> };

/** Follows references of the document. */
function resolved(value: unknown): Referred {
  let found = (value ?? {}) as Referred;
  while (found.$ref)
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((part, name) => (part as Referred)[name], document) as Referred;
  return found;
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  ['get', 'post']
    .filter((method) => methods[method])
    .map((method) => {
      const operation = resolved(methods[method]);
      const parameters = [
        ...((operation['parameters'] ?? []) as unknown[]),
        ...((methods['parameters'] ?? []) as unknown as unknown[]),
      ].map(resolved);
      const names = parameters.filter((parameter) => parameter['in'] === 'query').map((parameter) => parameter['name'] as string);
      const answer = resolved(resolved(operation['responses'])['200']);
      const type = Object.entries((answer['content'] ?? {}) as Record<string, Referred>).find(([type]) => type.endsWith('json'));
      const schema = resolved(type?.[1]['schema']);
      return {
        route: `${method.toUpperCase()} ${path}`,
        names: new Set(names),
        schema,
        fields: [schema, ...((schema['allOf'] ?? []) as unknown[]).map(resolved)].flatMap((one) =>
          Object.keys((one['properties'] ?? {}) as object),
        ),
      };
    }),
);

test('each list with pages of the contract is of a kind that is read to its end', () => {
  const numbered: string[] = [];
  const offset: string[] = [];
  const unknown: string[] = [];
  for (const { route, names, schema, fields } of operations) {
    const has = (...wanted: string[]): boolean => wanted.every((field) => fields.includes(field));
    if (names.has('page') && names.has('size')) numbered.push(route);
    else if (names.has('offset') && (schema['type'] === 'array' || has('rows'))) offset.push(route);
    else if (!['offset', 'page', 'next', 'startIndex', 'after', 'startingAfter'].some((name) => names.has(name))) continue;
    else {
      const isKnown =
        has('items', 'offset', 'total') ||
        has('data', 'offset', 'total') ||
        has('data', 'paging') ||
        has('data', 'links') ||
        has('data', 'nextIndex') ||
        has('data', 'after') ||
        has('Resources', 'startIndex', 'totalResults') ||
        has('metrics');
      if (!isKnown) unknown.push(route);
    }
  }
  assert.deepEqual(numbered.sort(), [...NUMBERED_LISTS]);
  assert.deepEqual(offset.sort(), [...OFFSET_LISTS]);
  // The members of a sharing are two lists in one answer, and the stream of a log has no pages.
  assert.deepEqual(unknown, ['GET /monitoring/executions/{id}/logs/stream', 'GET /sharing/sharingset/{entityType}/{entityId}']);
});

test('the operations that read by POST are those of the contract', () => {
  const reading = operations
    .map(({ route }) => route)
    .filter((route) => /^POST .*(?:\/\.?search|\/filter|\/download|\/metrics\/component|\/tasks\/executions)$/.test(route));
  assert.deepEqual(reading.sort(), [...READING_POSTS]);
  assert.deepEqual([isSafeToRepeat('POST /processing/executions'), isSafeToRepeat('PATCH /api/v1/alerts/{id}')], [false, false]);
});

test('a page without entries is the last one', () => {
  assert.equal(readListPage('GET /orchestration/executables/tasks', {}, { items: [], offset: 10, limit: 5, total: 20 }).next, undefined);
  assert.equal(readListPage('GET /api/v1/webhook-listeners/{id}/events', {}, { data: [], after: 'x' }).next, undefined);
});

test('a list by offset goes on until its last entry', () => {
  const pageOf = (total: number) => ({ items: [{}, {}], offset: 10, limit: 2, total });
  const nextOf = (total: number) => readListPage('GET /orchestration/executables/tasks', {}, pageOf(total)).next;
  assert.deepEqual([nextOf(12), nextOf(13)], [undefined, { offset: 12 }]);
});

test('the link of a relative address, and repeated fields in it, are kept', () => {
  const body = { data: [{}], links: { next: { href: '/api/v1/audits?next=abc&eventType=a&eventType=b' } } };
  assert.deepEqual(readListPage('GET /api/v1/audits', {}, body).next, { next: ['abc'], eventType: ['a', 'b'] });
});

/** Reads a list whose pages have these answers. Returns what was sent for each page. */
async function sentFor(route: Route, query: object, bodies: unknown[]): Promise<unknown[]> {
  const sent: unknown[] = [];
  const call = async (_route: Route, input: object) => {
    sent.push((input as { query: unknown }).query);
    return { body: bodies[sent.length - 1] };
  };
  for await (const { entries } of readListPages(call, route, { query } as InputOf<Route>)) assert.ok(entries);
  return sent;
}
const entries = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

test('reading goes on after each kind of page, and keeps the filters', async () => {
  const filter = { name: ['a', 'b'] };
  const byOffset = [
    { items: entries(2), offset: 4, limit: 2, total: 7 },
    { items: entries(1), offset: 6, limit: 2, total: 7 },
  ];
  assert.deepEqual(await sentFor('GET /orchestration/executables/tasks', filter, byOffset), [filter, { ...filter, offset: 6 }]);
  const byNumber = [entries(100), entries(100), entries(99)];
  const pageOf = (page: number) => ({ page, size: 100 });
  assert.deepEqual(await sentFor('GET /account/users', {}, byNumber), [1, 2, 3].map(pageOf));
  // A path may stand in place of a route.
  assert.deepEqual(await sentFor('GET /account/users/0198/roles' as Route, {}, byNumber), [1, 2, 3].map(pageOf));
  assert.deepEqual(await sentFor('GET /orchestration/workspaces', {}, [entries(150)]), [{}], 'an array without pages is whole');
  const scim = [
    { Resources: entries(2), startIndex: 1, totalResults: 3 },
    { Resources: entries(1), startIndex: 3, totalResults: 3 },
  ];
  assert.deepEqual(await sentFor('GET /scim/v2/Users', {}, scim), [{}, { startIndex: 3 }]);
  const log = [
    { data: [], size: 0, nextIndex: 9 },
    { data: entries(2), size: 2, totalSize: 9 },
  ];
  assert.deepEqual(await sentFor('GET /monitoring/executions/{id}/logs/search', {}, log), [{}, { startIndex: 9 }]);
});
