/** The committed schema is the schema that the migrations create. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dumpSchema } from '../../../../scripts/house/schema-dump.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { Database } from '../../src/core/database/db.ts';
import { createDatabase } from '../support/database.ts';

test('schema.sql is the schema that the migrations create', async () => {
  const database = await createDatabase();
  const db = new Database({ url: database.url, onError: () => undefined });
  try {
    const client = await db.connect('millrace schema');
    const dumped = await dumpSchema(client).finally(() => client.end());
    assert.match(dumped, /create table tenant \(/);
    assert.equal(readText('packages/server/schema.sql'), dumped, 'run `npm run generate`');
  } finally {
    await db.close();
    await database.drop();
  }
});
