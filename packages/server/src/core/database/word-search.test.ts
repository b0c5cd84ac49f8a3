import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestServer } from '../../../test/support/server.ts';
import { sql } from './sql.ts';
import { hasWords } from './word-search.ts';

const { platform } = await startTestServer();

const NAMES = ['Load airports', 'Airports: clean (v2)', 'nightly invoices', '50% of a.b', 'Größe laden'];
const found = async (typed: string): Promise<string[]> =>
  (
    await platform.db.reader.rows<{ name: string }>(
      sql`select name from unnest(${NAMES}::text[]) as names (name) where ${hasWords(sql`name`, typed)}`,
    )
  ).map(({ name }) => name);

describe('the search by words', () => {
  it('finds words anywhere in a name, in any order and letter case', async () => {
    assert.deepEqual(await found('ports'), ['Load airports', 'Airports: clean (v2)']);
    assert.deepEqual(await found('  AIRPORTS   load '), ['Load airports']);
    assert.deepEqual(await found('invoices airports'), []);
    assert.deepEqual(await found('größe'), ['Größe laden']);
  });

  it('finds a word with one wrong, missing, added or swapped letter', async () => {
    for (const typed of ['airpxrts', 'airprts', 'airpoorts', 'aiprorts', 'Loda airport', 'xirports'])
      assert.ok((await found(typed)).includes('Load airports'), typed);
    for (const typed of ['axrpxrts', 'lxd', 'nightli invoicez x']) assert.deepEqual(await found(typed), [], typed);
    assert.deepEqual(await found('nigthly invioces'), ['nightly invoices']);
  });

  it('compares characters with a meaning in patterns literally', async () => {
    assert.deepEqual(await found('(v2)'), ['Airports: clean (v2)']);
    assert.deepEqual(await found('50%'), ['50% of a.b']);
    assert.deepEqual(await found('.*'), []);
    assert.deepEqual(await found('[a-z]+'), []);
    assert.deepEqual(await found(String.raw`\\\\`), []);
  });

  it('accepts long and many words', async () => {
    assert.deepEqual(await found('a'.repeat(255)), []);
    assert.deepEqual(await found(`nightly ${'in '.repeat(80)}`), ['nightly invoices']);
  });
});
