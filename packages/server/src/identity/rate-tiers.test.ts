import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../settings/config.ts';
import { RateTiers, type CallTotal, type NewCalls } from './rate-tiers.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ada = { id: 'ada', tenant: 'ours' };
const bob = { id: 'bob', tenant: 'ours' };
const eve = { id: 'eve', tenant: 'theirs' };

/** An in-memory store of counts in place of the database. `users`: the number of users of every tenant. */
function createStore(users: number, now: () => number) {
  const counts = new Map<string, number>();
  const keyOf = (subject: string, tier: number, minute: number) => `${subject} ${tier} ${minute}`;
  const add = (calls: readonly NewCalls[]): CallTotal[] => {
    for (const call of calls) {
      const key = keyOf(call.subject, call.tier, call.minute);
      counts.set(key, (counts.get(key) ?? 0) + call.calls);
    }
    return calls.map(({ subject, tier, minute, users: asked }) => ({
      subject,
      tier,
      minute,
      calls: counts.get(keyOf(subject, tier, minute)) ?? 0,
      before: counts.get(keyOf(subject, tier, minute - 1)) ?? 0,
      users: asked ? users : null,
      now: now(),
    }));
  };
  return { counts, add: async (calls: readonly NewCalls[]) => add(calls) };
}

/** Processes with these limits, with a clock that the test sets, and one common store of counts. */
function processes(count: number, limits: { tier1PerMinute?: number; tier2PerMinute?: number }, users = 1) {
  const clock = { now: 1_000_000 * MINUTE };
  const store = createStore(users, () => clock.now);
  const all = Array.from({ length: count }, () => new RateTiers({ ...readConfig({}).limits, ...limits }, () => clock.now));
  const exchange = async () => {
    for (const tiers of [...all, ...all]) await tiers.flush(store.add);
  };
  return { all, clock, store, exchange, at: (passed: number) => (clock.now = 1_000_000 * MINUTE + passed) };
}

/** Makes calls until one is refused; returns the number of those that were admitted and the seconds to wait. */
function exhaust(tiers: RateTiers, caller: typeof ada, tier: 1 | 2 = 1): [admitted: number, seconds: number] {
  for (let admitted = 0; ; admitted += 1) {
    const wait = tiers.take(caller, tier);
    if (wait !== undefined) return [admitted, wait];
  }
}

/** Passes the clock of the store to the process by a first exchange. */
async function learnClock({ all, exchange, store }: ReturnType<typeof processes>): Promise<void> {
  for (const tiers of all) tiers.take({ id: 'clock', tenant: 'clock' }, 2);
  await exchange();
  store.counts.clear();
}

test('admits the calls of a minute, counts no refused call, and admits a caller that waits for the returned seconds', async () => {
  for (const limit of [1, 2, 3, 7, 100, 1000]) {
    for (const passed of [0, 1, 20.5 * SECOND, 59.999 * SECOND]) {
      const site = processes(1, { tier1PerMinute: limit });
      await learnClock(site);
      const [tiers] = site.all as [RateTiers];
      site.at(passed);
      const [admitted, wait] = exhaust(tiers, ada);
      assert.equal(admitted, limit);
      for (let index = 0; index < 10; index += 1) assert.equal(tiers.take(ada, 1), wait, 'a refused call does not count');
      site.at(passed + wait * SECOND);
      assert.equal(tiers.take(ada, 1), undefined, `limit ${limit}, at ${passed}, after ${wait} s`);
      const [more, again] = exhaust(tiers, ada);
      assert.ok(1 + more <= Math.ceil(limit * ((passed + wait * SECOND - MINUTE) / MINUTE)) + 1, `${more} more`);
      site.at(passed + (wait + again) * SECOND);
      assert.equal(tiers.take(ada, 1), undefined);
    }
  }
});

test('a caller at twice the limit gets the limit, and the caller at the limit is never refused', async () => {
  const site = processes(1, { tier1PerMinute: 60 });
  await learnClock(site);
  const [tiers] = site.all as [RateTiers];
  let admitted = 0;
  for (let half = 0; half < 1200; half += 1) {
    site.at(half * 500 + 1);
    if (tiers.take(ada, 1) === undefined) admitted += 1;
    if (half % 2 === 0) assert.equal(tiers.take(eve, 1), undefined, `eve at ${half / 2} s`);
    await site.exchange();
  }
  assert.ok(admitted >= 600 && admitted <= 670, `${admitted} of 10 minutes`);
});

test('rates.tiers.account', async () => {
  const site = processes(1, { tier1PerMinute: 5, tier2PerMinute: 2 }, 100);
  await learnClock(site);
  const [tiers] = site.all as [RateTiers];
  assert.equal(exhaust(tiers, ada)[0], 5);
  assert.equal(exhaust(tiers, ada, 2)[0], 2, 'the other tier is not limited');
  assert.equal(exhaust(tiers, bob)[0], 5, 'another account is not limited');
});

test('rates.tiers.tenant', async () => {
  for (const [users, most] of [
    [0, 4],
    [1, 4],
    [2, 4],
    [3, 6],
    [5, 10],
  ] as const) {
    const site = processes(1, { tier1PerMinute: 4 }, users);
    await learnClock(site);
    const [tiers] = site.all as [RateTiers];
    assert.equal(tiers.take(ada, 1), undefined);
    await site.exchange();
    let admitted = 1;
    for (let user = 0; user < 10; user += 1) admitted += exhaust(tiers, { id: `user ${user}`, tenant: 'ours' })[0];
    assert.equal(admitted, most, `${users} users`);
    assert.equal(exhaust(tiers, eve)[0], 4, 'another tenant is not limited');
  }
});

test('processes share a limit, also across the minute', async () => {
  const site = processes(3, { tier1PerMinute: 30 });
  await learnClock(site);
  const [first, second, third] = site.all as [RateTiers, RateTiers, RateTiers];
  site.at(50 * SECOND);
  for (let index = 0; index < 10; index += 1) for (const tiers of [first, second]) assert.equal(tiers.take(ada, 1), undefined);
  await site.exchange();
  for (const tiers of [first, second, third]) assert.equal(tiers.take(ada, 1), undefined);
  await site.exchange();
  assert.equal(exhaust(third, ada)[0], 7, 'it knows of 23 calls, its own among them');
  await site.exchange();
  for (const tiers of [first, second])
    assert.ok(exhaust(tiers, ada)[0] <= 9, 'it knows of its own calls, and of those of the others up to its last exchange');
  await site.exchange();
  for (const tiers of site.all) assert.equal(exhaust(tiers, ada)[0], 0);
  const calls = [...site.store.counts].find(([key]) => key.startsWith('ada'))?.[1] ?? 0;
  assert.ok(calls >= 30);
  site.at(MINUTE + 0.9 * SECOND);
  for (const tiers of site.all) assert.ok(exhaust(tiers, ada)[0] <= 1, 'the calls of the minute before count');
});

test('continues with its own counts while the store fails, and stores them later', async () => {
  const site = processes(2, { tier1PerMinute: 10 });
  await learnClock(site);
  const [first, second] = site.all as [RateTiers, RateTiers];
  for (let index = 0; index < 6; index += 1) first.take(ada, 1);
  await assert.rejects(
    first.flush(async () => {
      throw new Error('away');
    }),
    /away/,
  );
  for (let index = 0; index < 2; index += 1) first.take(ada, 1);
  await site.exchange();
  assert.deepEqual([...site.store.counts.values()], [8, 8]);
  assert.equal(second.take(ada, 1), undefined);
  await site.exchange();
  assert.equal(exhaust(second, ada)[0], 1);
  assert.equal(exhaust(first, ada)[0], 2, 'it has not learned of the calls of the other yet');
});

test('stores nothing when nothing was called, and forgets callers', async () => {
  const site = processes(1, {});
  const [tiers] = site.all as [RateTiers];
  tiers.take(ada, 1);
  await site.exchange();
  site.at(5 * MINUTE);
  tiers.forget();
  await tiers.flush(() => assert.fail('nothing to store'));
  assert.equal(exhaust(tiers, ada)[0], 1000);
});

test('uses the clock of the store', async () => {
  const site = processes(1, { tier1PerMinute: 3 });
  const [tiers] = site.all as [RateTiers];
  tiers.take(ada, 1);
  await site.exchange();
  assert.equal(exhaust(tiers, ada)[0], 3, 'the first call counted for a minute of another clock');
  await site.exchange();
  assert.deepEqual([...site.store.counts.keys()].filter((key) => key.startsWith('ada')).length, 2);
});
