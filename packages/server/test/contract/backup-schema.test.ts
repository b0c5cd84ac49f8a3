/** A backup copies rows table by table. The schema must not contain anything that such a copy leaves out (ADR 38). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inReferenceOrder, selectTables } from '../../src/backup/tables.ts';
import { sql } from '../../src/core/database/sql.ts';
import { startTestServer } from '../support/server.ts';

const { platform } = await startTestServer();

test('the schema has no sequences except those that a restore continues, no generated columns, no materialized views and no foreign tables', async () => {
  const others = await platform.db.reader.rows<{ name: string }>(sql`
    select c.relname::text as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('S', 'm', 'f')
    union all
    select a.attrelid::regclass || '.' || a.attname
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace
      and (a.attgenerated <> '' or a.attidentity <> '')`);
  // src/backup/end-restored.ts continues these two; a journey test checks it.
  assert.deepEqual(
    others.map(({ name }) => name).toSorted(),
    ['audit_number', 'event_number'],
    'src/backup/ must handle sequences, generated columns and materialized views first',
  );
});

test('no trigger fires on inserted rows', async () => {
  const triggers = await platform.db.reader.rows<{ name: string }>(sql`
    select t.tgname::text as name
    from pg_trigger t
    where not t.tgisinternal
      and t.tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      and (t.tgtype::int & 4) <> 0`);
  assert.deepEqual(triggers, []);
});

test('every table is copied, after the tables that it refers to', async () => {
  const tables = await selectTables(platform.db.reader);
  const rows = await platform.db.reader.rows<{ name: string }>(sql`
    select c.relname::text as name
    from pg_class c
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
    order by c.relname collate "C"`);
  const notCopied = rows.map(({ name }) => name).filter((name) => !tables.some((table) => table.name === name));
  assert.deepEqual(
    notCopied,
    ['api_presence', 'job_worker', 'rate_count', 'schema_migration'],
    'only tables that running processes or migrations fill are not copied',
  );
  const seen = new Set<string>();
  for (const { name, refers } of tables) {
    assert.deepEqual(
      refers.filter((reference) => !seen.has(reference)),
      [],
      name,
    );
    seen.add(name);
  }
  assert.throws(
    () =>
      inReferenceOrder([
        { name: 'a', columns: [], refers: ['b'] },
        { name: 'b', columns: [], refers: ['a'] },
      ]),
    /cycle: a, b, a/,
  );
});
