import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Database } from './db.ts';
import { sql } from './sql.ts';
import { StandbyWatch } from './standby-watch.ts';

test('asks no more when the server stops, also while it waits between two questions', async () => {
  const db = new Database({ url: 'postgres://nobody@127.0.0.1:1/none', onError: () => undefined });
  const stopping = new AbortController();
  const watch = new StandbyWatch(db.watcher, stopping.signal);
  watch.suspect();
  stopping.abort();
  // The questions of one connection are asked one after the other, so the first one has failed by then.
  await assert.rejects(db.watcher.rows(sql`select`));
  // A rejection that nobody handles would end the process, and this test, too.
  await wait(1);
  watch.suspect();
  await assert.rejects(db.watcher.rows(sql`select`));
  await wait(1);
  await db.close();
});
