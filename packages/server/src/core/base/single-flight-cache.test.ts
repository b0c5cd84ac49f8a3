import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SingleFlightCache, QueryTimeout, type CachedQuery } from './in-memory.ts';

// The timeouts of the cache do not keep this process alive, so an interval does.
const alive = setInterval(() => undefined, 1000);
after(() => clearInterval(alive));

/** A query whose runs are answered by the test. */
function createQuery(times: { cacheMilliseconds: number; timeoutMilliseconds: number }) {
  const runs: PromiseWithResolvers<number>[] = [];
  const query: CachedQuery<string, number> = {
    ...times,
    run: () => {
      const run = Promise.withResolvers<number>();
      runs.push(run);
      return run.promise;
    },
  };
  return { runs, query };
}
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('concurrent callers share one query and its answer, and later callers get the cached answer', async () => {
  const cache = new SingleFlightCache();
  const { runs, query } = createQuery({ cacheMilliseconds: 60_000, timeoutMilliseconds: 60_000 });
  const both = [cache.get(query, ''), cache.get(query, '')];
  await nextTurn();
  runs[0]?.resolve(1);
  assert.deepEqual(await Promise.all(both), [1, 1]);
  assert.equal(await cache.get(query, ''), 1);
  assert.equal(runs.length, 1);
  cache.clear();
  const fresh = cache.get(query, '');
  await nextTurn();
  runs[1]?.resolve(2);
  assert.equal(await fresh, 2);
});

test('an error reaches the caller and is not cached', async () => {
  const cache = new SingleFlightCache();
  const { runs, query } = createQuery({ cacheMilliseconds: 60_000, timeoutMilliseconds: 60_000 });
  const first = cache.get(query, '');
  await nextTurn();
  runs[0]?.reject(new Error('no'));
  await assert.rejects(first, /no/);
  const second = cache.get(query, '');
  await nextTurn();
  runs[1]?.resolve(2);
  assert.equal(await second, 2);
});

test('a caller waits no longer than the timeout, and a query that hangs is not started again', async () => {
  const cache = new SingleFlightCache();
  const { runs, query } = createQuery({ cacheMilliseconds: 60_000, timeoutMilliseconds: 5 });
  await assert.rejects(cache.get(query, ''), QueryTimeout);
  await assert.rejects(cache.get(query, ''), QueryTimeout);
  assert.equal(runs.length, 1);
  runs[0]?.resolve(3);
  await nextTurn();
  assert.equal(await cache.get(query, ''), 3, 'the late answer is cached');
});
