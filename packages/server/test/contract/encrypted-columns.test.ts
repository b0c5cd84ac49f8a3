/** Each column with ciphertexts is named by its feature, so that a change of the key of the install encrypts it again. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { packageSources, readText } from '../../../../scripts/house/source-files.ts';
import { Database } from '../../src/core/database/db.ts';
import { sql } from '../../src/core/database/sql.ts';
import { installTable } from '../../src/first-start.ts';
import { encryptedTables } from '../../src/rotate-keys.ts';
import { createDatabase } from '../support/database.ts';

/** Columns of bytes that hold no ciphertexts, beside hashes. */
const OTHERS = [
  'attempt_budget.key',
  'audit_seal.digest',
  'audit_seal.mac',
  'audit_seal.previous',
  'audit_seal_key.removed_mac',
  'dynamic_engine.pairing_key_seed',
  'dynamic_engine_assignment.agent_key_seed',
  'install.key_canary',
  'log_chunk.data',
];
/** The place of ciphertexts that are never stored: a field of a form, which is valid for minutes. */
const UNSTORED = ['STEP_PLACE'];

const named = [...encryptedTables, installTable];
const database = await createDatabase();
const db = new Database({ url: database.url, onError: () => undefined });
after(async () => {
  await db.close();
  await database.drop();
});

test('each column of bytes holds hashes, is listed here as another kind, or is named by its feature', async () => {
  const columns = await db.reader.rows<{ name: string }>(sql`
    select c.relname || '.' || a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and a.atttypid = 'bytea'::regtype
      and a.attname !~ '(^|_)hash$'
    order by 1`);
  assert.deepEqual(
    [...OTHERS, ...named.flatMap(({ table, columns: all }) => Object.keys(all).map((column) => `${table}.${column}`))].toSorted(),
    columns.map(({ name }) => name).toSorted(),
    'name a column of ciphertexts in `encrypted` of its feature',
  );
});

test('a table with encrypted columns is named with its primary key', async () => {
  for (const { table, key } of named) {
    const { columns } = await db.reader.only<{ columns: string[] }>(sql`
      select array_agg(a.attname::text order by k.position) as columns
      from pg_index i
      cross join unnest(i.indkey) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
      where i.indisprimary
        and i.indrelid = to_regclass(${table})`);
    assert.deepEqual(key, columns, table);
  }
});

test('whatever is encrypted is bound to a place of a named column', () => {
  const texts = packageSources()
    .filter(({ path, isTest }) => path.startsWith('packages/server/src/') && !path.includes('/core/') && !isTest)
    .map(({ path }) => ({ path, text: readText(path) }));
  const places = texts.flatMap(({ text }) =>
    [...text.matchAll(/: EncryptedTable = \{[^;]*columns: \{([^}]*)\}/g)].flatMap(([, columns = '']) =>
      [...columns.matchAll(/: (?:\(\) => )?(\w+)/g)].map(([, place = '']) => place),
    ),
  );
  const calls = texts.flatMap(({ path, text }) =>
    text
      .split('.encrypt(')
      .slice(1)
      .map((rest) => ({ path, place: /^.*?, (\w+)[()]/.exec(rest)?.[1] ?? rest.slice(0, 80) })),
  );
  assert.equal(places.length, named.flatMap(({ columns }) => Object.keys(columns)).length, 'the search found other columns');
  assert.ok(calls.length >= 8, 'the search found too few calls');
  assert.deepEqual(
    calls.filter(({ place }) => ![...places, ...UNSTORED].includes(place)),
    [],
    'encrypt(text, place): the place must be one of `columns` of an EncryptedTable that the feature names in `encrypted`',
  );
});
