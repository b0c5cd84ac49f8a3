import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SingleFlightCache, QueryTimeout, type CachedQuery } from './single-flight-cache.ts';

// Nothing else keeps this process alive, and giving up does not.
const alive = setInterval(() => undefined, 1000);
after(() => clearInterval(alive));

/** A question whose answers a test gives. */
function questionOf(times: { keep: number; patience: number }) {
  const asked: PromiseWithResolvers<number>[] = [];
  const question: CachedQuery<string, number> = {
    ...times,
    ask: () => {
      const one = Promise.withResolvers<number>();
      asked.push(one);
      return one.promise;
    },
  };
  return { asked, question };
}
const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('who asks while it is asked shares the answer, and who asks later gets it again while it is kept', async () => {
  const cache = new SingleFlightCache();
  const { asked, question } = questionOf({ keep: 60_000, patience: 60_000 });
  const both = [cache.get(question, ''), cache.get(question, '')];
  await turn();
  asked[0]?.resolve(1);
  assert.deepEqual(await Promise.all(both), [1, 1]);
  assert.equal(await cache.get(question, ''), 1);
  assert.equal(asked.length, 1);
  cache.forget();
  const anew = cache.get(question, '');
  await turn();
  asked[1]?.resolve(2);
  assert.equal(await anew, 2);
});

test('a failure is told and not kept', async () => {
  const cache = new SingleFlightCache();
  const { asked, question } = questionOf({ keep: 60_000, patience: 60_000 });
  const first = cache.get(question, '');
  await turn();
  asked[0]?.reject(new Error('no'));
  await assert.rejects(first, /no/);
  const second = cache.get(question, '');
  await turn();
  asked[1]?.resolve(2);
  assert.equal(await second, 2);
});

test('nobody waits longer than the patience, and what hangs is not asked again', async () => {
  const cache = new SingleFlightCache();
  const { asked, question } = questionOf({ keep: 60_000, patience: 5 });
  await assert.rejects(cache.get(question, ''), QueryTimeout);
  await assert.rejects(cache.get(question, ''), QueryTimeout);
  assert.equal(asked.length, 1);
  asked[0]?.resolve(3);
  await turn();
  assert.equal(await cache.get(question, ''), 3, 'the late answer counts');
});
