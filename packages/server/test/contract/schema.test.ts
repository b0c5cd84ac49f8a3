/** The committed schema is what the migrations give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { dumpSchema } from '../../../../scripts/house/schema-dump.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { createDatabase } from '../support/database.ts';

test('schema.sql is what the migrations give', async () => {
  const database = await createDatabase();
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const dumped = await dumpSchema(client);
    assert.match(dumped, /create table tenant \(/);
    assert.equal(readText('packages/server/schema.sql'), dumped, 'run `npm run generate`');
  } finally {
    await client.end();
    await database.drop();
  }
});
