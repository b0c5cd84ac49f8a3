// run: own process, waiting because it runs the crawler as a program
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import { runCrawler } from './run-crawler.ts';

let hits = 0;
const server = createServer((socket) => {
  hits += 1;
  socket.destroy();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const { port } = server.address() as AddressInfo;
const account = { username: 'ada', password: 'sesame-word' };

test('crawlers.run.outbound: a crawl does not connect to addresses that the engine has not opened', async () => {
  const urls = [`jdbc:postgresql://127.0.0.1:${port}/a`, `jdbc:postgresql://localhost:${port}/a`, `jdbc:mysql://127.0.0.1:${port}/a`];
  const runs = [...urls.map((jdbcUrl) => ({ connection: { jdbcUrl, ...account } })), ...urls.map((url) => ({ ...driven(url) }))];
  for (const run of runs) {
    const { code, output, receiver } = await runCrawler({ ...run, outbound: 'private' });
    assert.deepEqual([code, receiver.portions], [UNUSABLE_EXIT_CODE, []], output);
    assert.match(output, /\[ERROR\] The engine does not connect to loopback addresses.*MILLRACE_ENGINE_OUTBOUND_ALLOW/);
    assert.equal(output.includes('sesame-word'), false);
  }
  const socket = await runCrawler({ connection: { jdbcUrl: 'jdbc:postgresql://%2Ftmp/a', ...account }, outbound: 'loopback' });
  assert.match(socket.output, /\[ERROR\] The host of the connection is a socket in the file system/);
  assert.equal(hits, 0);
});

/** A connection with a driver of its own; the driver is not started. */
const driven = (jdbcUrl: string) => ({ connection: { jdbcUrl, ...account }, driver: '/nowhere/driver.jar' });
