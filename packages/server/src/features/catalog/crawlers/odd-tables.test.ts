import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../core/database/sql.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { crawlScene, listedTable, observed, samples, tables } from './crawl-scene.fixture.ts';

const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { platform } = server;
const scene = await crawlScene(server);

test('a table that the database cannot store fails alone', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  // Too long for an entry of the index of names; random text cannot be compressed.
  const long = Array.from({ length: 3500 }, () => String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000))).join('');
  const status = await scene.crawl(crawlerId, tables('odd.a', long, 'odd.b'), observed(), samples('odd.a', long, 'odd.b'));
  assert.deepEqual([status.nbDatasetsFinished, status.nbDatasetsFailed, status.runStatus], [2, 1, 'Finished']);
  assert.deepEqual([...(await scene.datasets(connectionId)).keys()].toSorted(), ['odd.a', 'odd.b']);
  assert.match(await scene.errors(crawlerId), /The catalogue cannot store it/);
  const { count } = await platform.db.reader.only<{ count: number }>(
    sql`select count(*) from crawled_dataset where technical_name = ${long}`,
  );
  assert.equal(count, 1);
});

test('names with every character, tables of one name, and 10,000 columns are stored', async () => {
  const { crawlerId, connectionId } = await scene.makeCrawler();
  const names = ['"a"."b"', "a'b", 'a\\b', 'a/b', '..', 'a\u0000b', 'a\ud800', '😀', ' ', '%_%', '\n'];
  const columns = Array.from({ length: 10_000 }, (_, index) => ({
    path: `c${index}`,
    nativeType: 'point',
    isNullable: null,
    isKey: false,
    comment: null,
  }));
  const status = await scene.crawl(
    crawlerId,
    tables(...names, ...names.slice(0, 2), listedTable('wide', { columns })),
    observed(),
    samples(...names, 'wide'),
  );
  assert.deepEqual([status.nbDatasetsToCrawl, status.nbDatasetsFinished], [12, 12]);
  assert.equal((await scene.datasets(connectionId)).size, 12);
  assert.equal((await scene.crawl(crawlerId, tables(...names, 'wide'), observed(), samples(...names))).nbDatasetsCreated, 0);
});
