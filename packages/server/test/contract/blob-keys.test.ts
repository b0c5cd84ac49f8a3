/** The collector of leftover content knows every table that refers to content. Otherwise it would remove that content after an hour. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readText } from '../../../../scripts/house/source-files.ts';
import { features } from '../../src/api.ts';
import { sql, statement } from '../../src/core/database/sql.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const known = features.flatMap((feature) => feature.content ?? []);

test('every column with keys of content is in the `content` query of its feature', () => {
  const tables = [...readText('packages/server/schema.sql').matchAll(/^create table (\w+) \((.*?)^\)/gms)];
  const referring = tables
    .filter(([, table, columns = '']) => table === 'blob' || /^ {2}blob_key /m.test(columns))
    .map(([, table]) => table);
  assert.ok(referring.includes('blob'), 'the search found no tables');
  const texts = known.map((one) => statement(one.keys).text);
  assert.deepEqual(
    referring.filter((table) => !texts.some((text) => new RegExp(`\\bfrom ${table}\\b`).test(text))),
    [],
    'add it to `content` of the feature that owns the table; partitions are covered by their parent',
  );
});

test('every `content` query returns one column of text', async () => {
  for (const one of known) {
    const rows = await server.platform.db.reader.rows<{ fits: boolean }>(
      sql`select known.key = 'x'::text as fits from (${one.keys}) as known (key)`,
    );
    assert.ok(Array.isArray(rows));
  }
});
