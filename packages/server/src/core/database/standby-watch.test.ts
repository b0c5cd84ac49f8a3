import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../observability/log.ts';
import { Database } from './db.ts';
import { StandbyWatch } from './standby-watch.ts';

test('asks no more when the server stops, also while it waits between two questions', async () => {
  const db = new Database({ url: 'postgres://nobody@127.0.0.1:1/none', onError: () => undefined });
  const stopping = new AbortController();
  const watch = new StandbyWatch({ db, log: createLog('silent'), stopping: stopping.signal });
  const asked = watch.suspect();
  stopping.abort();
  // A rejection that nobody handles would end the process, and this test, too.
  await asked;
  await watch.suspect();
  await db.close();
  assert.equal(await Promise.race([watch.demoted.then(() => 'demoted'), 'not demoted']), 'not demoted');
});
