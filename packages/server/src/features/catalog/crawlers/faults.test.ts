import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../../core/database/db.ts';
import { sql, type Tx } from '../../../core/database/sql.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, listedTable, observed, samples, tables, unchanged, unreadable, type PortionContent } from './crawl-scene.fixture.ts';
import { takePortion } from './portions.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { db } = server.platform;
const scene = await crawlScene(server);

class Cut extends Error {}

/** A database whose connection breaks before the statement with this number. */
function cutAt(last: number): Database {
  let count = 0;
  const counted = (tx: Tx): Tx => {
    const cut =
      <Given, Result>(send: (given: Given) => Promise<Result>) =>
      (given: Given): Promise<Result> =>
        (count += 1) === last ? Promise.reject(new Cut()) : send(given);
    return { rows: cut(tx.rows), one: cut(tx.one), only: cut(tx.only), any: cut(tx.any) } as Tx;
  };
  const transaction = <Result>(work: (tx: Tx) => Promise<Result>) => db.transaction((tx) => work(counted(tx)));
  return { reader: counted(db.reader), transaction } as unknown as Database;
}

/** The rows that the catalogue and the crawler have stored. */
const stored = (): Promise<object[]> =>
  db.reader.rows(sql`
    select 'dataset' as what, to_jsonb(d) as row from dataset d
    union all
    select 'sample', to_jsonb(s) from dataset_sample s
    union all
    select 'column', to_jsonb(c) from dataset_column c
    union all
    select 'sharing', to_jsonb(h) from sharing h
    union all
    select 'table', to_jsonb(k) from crawled_dataset k
    union all
    select 'run', to_jsonb(r) from crawl_run r
    order by 1, 2`);

test('a fault at any statement of any portion changes nothing, and the portion is accepted when it is sent again', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  await scene.crawl(crawlerId, tables('p.a', 'p.b', 'p.c', 'p.d'), observed(), samples('p.a', 'p.b', 'p.c', 'p.d'));
  const crawl = await scene.run(crawlerId);
  const contents: PortionContent[] = [
    tables('p.a', listedTable('p.b', { fingerprint: 'f2' }), 'p.new'),
    unreadable('p.c'),
    observed(),
    samples('p.b', 'p.new'),
    unchanged('p.a'),
    unreadable('p.b'),
  ];
  for (const [index, content] of contents.entries()) {
    const portion = { ...content, number: index + 1 } as Parameters<typeof takePortion>[2];
    let faults = 0;
    for (let isCut = true; isCut;) {
      const before = await stored();
      isCut = await takePortion({ db: cutAt(faults + 1) }, crawl.executionId, portion).then(
        () => false,
        (error: unknown) => {
          if (!(error instanceof Cut)) throw error;
          return true;
        },
      );
      if (isCut) assert.deepEqual(await stored(), before, `${content.kind}, statement ${faults + 1}`);
      if (isCut) faults += 1;
    }
    assert.ok(faults >= 4, `${content.kind} has only ${faults} statements`);
  }
  await crawl.finish();
  assert.deepEqual(await scene.runStates(crawlerId), ['Finished', 4, 3, 1, 1, 1]);
  const datasets = [...(await scene.datasets(connectionId)).values()];
  assert.equal(datasets.length, 5);
  assert.deepEqual(
    datasets.filter(({ vanishedAt }) => vanishedAt !== undefined).map(({ technicalName }) => technicalName),
    ['p.d'],
  );
});
