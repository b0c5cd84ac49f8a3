// run: own process, waiting, in test:all because it runs the crawler as a program
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { UNUSABLE_EXIT_CODE } from '../src/crawl-parameters.ts';
import { postgresSite } from './postgres-site.ts';
import { runCrawler } from './run-crawler.ts';

const { run, grant, connection } = await postgresSite();
const direct = new URL((connection['jdbcUrl'] ?? '').slice('jdbc:'.length));

/** Passes connections on to the database, and cuts them at the given message of the client: before it is passed on, or after its answer has begun. */
async function cuttingProxy(at: number, when: 'before' | 'after'): Promise<{ jdbcUrl: string; close: () => void; passed: () => number }> {
  let messages = 0;
  const proxy = createServer((client) => {
    const server = connect(Number(direct.port), direct.hostname);
    const cut = (): void => void [client.destroy(), server.destroy()];
    client.on('error', cut).on('close', cut);
    server.on('error', cut).on('close', cut);
    client.on('data', (data) => {
      messages += 1;
      if (messages === at && when === 'before') return cut();
      server.write(data);
      return undefined;
    });
    server.on('data', (data) => {
      if (messages < at) return client.write(data);
      client.write(data.subarray(0, data.length >> 1));
      return cut();
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    jdbcUrl: `jdbc:postgresql://127.0.0.1:${port}${direct.pathname}`,
    close: () => void proxy.close(),
    passed: () => messages,
  };
}

test('a connection that is cut at any message makes the crawl fail, and it has sent only portions that a complete crawl sends', async () => {
  await run(
    'drop schema public cascade',
    'create schema public',
    'create table one as select g as a from generate_series(1, 3) g',
    'create table two (a int)',
    'create view three as select * from one',
  );
  await grant();
  const complete = await runCrawler({ connection });
  assert.equal(complete.code, 0, complete.output);
  const textsOf = (portions: object[]): string[] => portions.map((portion) => JSON.stringify(portion));
  const expected = textsOf(complete.receiver.portions);
  assert.equal(expected.length, 3);
  const reached = new Set<number>();
  for (const when of ['before', 'after'] as const)
    for (let at = 1; ; at += 1) {
      const proxy = await cuttingProxy(at, when);
      const { code, output, errors, receiver } = await runCrawler({ connection: { ...connection, jdbcUrl: proxy.jdbcUrl } });
      proxy.close();
      const portions = textsOf(receiver.portions);
      if (proxy.passed() < at) {
        assert.deepEqual([code, portions], [0, expected], output);
        assert.ok(at > 8, `only ${at} messages`);
        break;
      }
      // The last messages only end the transaction and the session, when all rows are read.
      if (code === 0) assert.deepEqual(portions, expected);
      else {
        assert.deepEqual([code, errors], [UNUSABLE_EXIT_CODE, ''], output);
        assert.match(
          output.trimEnd().split('\n').at(-1) ?? '',
          /^\[ERROR\] The (?:database could not be opened|connection to the database was lost): /,
        );
        assert.deepEqual(portions, expected.slice(0, portions.length));
      }
      reached.add(portions.length);
    }
  assert.deepEqual([...reached].toSorted(), [0, 2, 3]);
});
