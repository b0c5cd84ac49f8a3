// run: waiting because it runs the crawler as a program
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import { runCrawler, startCountingServer } from './run-crawler.ts';

const { port, hits } = await startCountingServer();
const account = { username: 'ada', password: 'sesame-word' };
/** A connection with a driver of its own; the driver is not started. */
const driven = (jdbcUrl: string) => ({ connection: { jdbcUrl, ...account }, driver: '/nowhere/driver.jar' });

test('crawlers.run.outbound: a crawl does not connect to addresses that the engine has not opened', async () => {
  const urls = [`jdbc:postgresql://127.0.0.1:${port}/a`, `jdbc:postgresql://localhost:${port}/a`, `jdbc:mysql://127.0.0.1:${port}/a`];
  const runs = [...urls.map((jdbcUrl) => ({ connection: { jdbcUrl, ...account } })), ...urls.map((url) => driven(url))];
  for (const run of runs) {
    const { code, output, receiver } = await runCrawler({ ...run, outbound: 'private' });
    assert.deepEqual([code, receiver.portions], [UNUSABLE_EXIT_CODE, []], output);
    assert.match(output, /\[ERROR\] The engine does not connect to loopback addresses.*MILLRACE_ENGINE_OUTBOUND_ALLOW/);
    assert.equal(output.includes('sesame-word'), false);
  }
  const socket = await runCrawler({ connection: { jdbcUrl: 'jdbc:postgresql://%2Ftmp/a', ...account }, outbound: 'loopback' });
  assert.match(socket.output, /\[ERROR\] The host of the connection is a socket in the file system/);
  assert.equal(hits(), 0);
});

test('crawlers.run.reasons: open and closed ports, files and folders look the same, and the engine gets the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-reasons-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port: closedPort } = closed.address() as AddressInfo;
  closed.close();
  const urls = [
    ...['postgresql', 'mysql'].flatMap((kind) => [port, closedPort].map((one) => `jdbc:${kind}://127.0.0.1:${one}/a`)),
    'jdbc:postgresql://unknown.invalid/a',
    'jdbc:sqlite:/etc/passwd',
    'jdbc:sqlite:/etc/nothing',
  ];
  for (const [index, jdbcUrl] of urls.entries()) {
    const report = join(folder, `${index}.jsonl`);
    const run = { connection: { jdbcUrl, ...account }, reasons: 'coarse', environment: { MILLRACE_REPORT: report } };
    const { code, output } = await runCrawler(run);
    assert.equal(code, UNUSABLE_EXIT_CODE, output);
    assert.equal(output.trim(), '[ERROR] The database could not be opened or read. The log of the engine has the reason');
    const { engineLog } = JSON.parse(await readFile(report, 'utf8')) as { engineLog: string };
    assert.match(engineLog, /could not be opened: .|cannot be read .*: ./);
    assert.ok(!engineLog.includes('sesame-word'), engineLog);
  }
});
