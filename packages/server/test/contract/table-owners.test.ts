/** Each table has one owner: the folder that writes it. Other folders call the exports of the owner, so that a rule about a row is in one place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packageSources, readText } from '../../../../scripts/house/source-files.ts';

const SERVER = 'packages/server/src/';
const LIST = 'packages/server/table-owners.tsv';
/** The number of writers that are not the owner. Lower it whenever one is removed. */
const OTHER_WRITERS = 9;
const WRITES = /(?:^|[`(])\s*(?:insert into|update|delete from) ([a-z_]+)\b/gm;

/** The folder that a file belongs to: a section, a room of core, another folder of the server, or the file itself. */
function folderOf(path: string): string {
  const parts = path.slice(SERVER.length).split('/');
  if (parts[0] === 'features') return parts.slice(1, 3).join('/');
  return parts.slice(0, parts[0] === 'core' ? 2 : 1).join('/');
}

/** The writers of each table, as the SQL of the source files shows them. `on conflict … do update set` names no table. */
function findWriters(): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  for (const { path, isTest } of packageSources()) {
    if (isTest || !path.startsWith(SERVER)) continue;
    for (const [, table = ''] of readText(path).matchAll(WRITES))
      if (table !== 'set') writers.set(table, (writers.get(table) ?? new Set()).add(folderOf(path)));
  }
  return writers;
}

const rows = readText(LIST)
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([table = '', owner = '', others = '']) => ({ table, owner, others: others === '-' ? [] : others.split(' ') }));

test('every table that is written has a row in the list, and the list has no other', () => {
  const tables = [...findWriters().keys()].toSorted();
  assert.ok(tables.length > 50, 'the search found too few tables');
  assert.deepEqual(
    rows.map(({ table }) => table),
    tables,
  );
});

test('a table is written by its owner, and by no folder that the list does not name', () => {
  const writers = findWriters();
  for (const { table, owner, others } of rows)
    assert.deepEqual([...(writers.get(table) ?? [])].toSorted(), [owner, ...others].toSorted(), `${table}: correct ${LIST}`);
});

test('the number of other writers does not grow', () => {
  const others = rows.flatMap(({ table, others: folders }) => folders.map((folder) => `${table} ${folder}`));
  assert.equal(others.length, OTHER_WRITERS, 'if there are more, call the exports of the owner; if there are fewer, lower OTHER_WRITERS');
});
