// run: own server because two servers share one database
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, test } from 'node:test';
import { sql } from '../core/database/sql.ts';
import { runTimer } from '../../test/support/background.ts';
import { createDatabase } from '../../test/support/database.ts';
import { startOwnServer, type Answer, type TestServer } from '../../test/support/server.ts';

const ROUTE = 'GET /api/v1/audits/types';
const OTHER = 'GET /api/v1/csrf-token';
const LIMIT = 12;
const settings = { MILLRACE_ROLE: 'api', MILLRACE_TIER1_PER_MINUTE: String(LIMIT), MILLRACE_KEY: randomBytes(32).toString('base64') };
// Both use one database, as two processes do.
const database = await createDatabase();
const first = await startOwnServer(settings, async () => database.url);
const second = await startOwnServer(settings, async () => database.url);
after(() => database.drop());
const { make, platform } = first;

const user = async (tenant?: string): Promise<{ id: string; tenant: string; token: string }> =>
  make.user({ permissions: ['AUDIT_LOGS_VIEW'], ...(tenant !== undefined && { tenant }) });
const statuses = async (server: TestServer, token: string, calls: number, route = ROUTE): Promise<number[]> => {
  const answers: number[] = [];
  for (let index = 0; index < calls; index += 1) answers.push((await server.call(route, { token })).status);
  return answers;
};
const admitted = (all: readonly number[]): number => all.filter((status) => status !== 429).length;
const stored = async (subject: string): Promise<number> => {
  const { calls } = await platform.db.reader.only<{ calls: number }>(sql`
    select coalesce(sum(calls), 0)::integer as calls
    from rate_count
    where subject_id = ${subject}`);
  return calls;
};
const untilStored = async (subject: string, calls: number): Promise<void> => {
  const endAt = performance.now() + 30_000;
  while ((await stored(subject)) < calls) {
    assert.ok(performance.now() < endAt, `${await stored(subject)} instead of ${calls} calls are stored`);
    await sleep(20);
  }
};
const assertLimited = ({ status, headers, body }: Answer): void => {
  assert.equal(status, 429, JSON.stringify(body));
  assert.match(headers.get('retry-after') ?? '', /^([1-9]|[1-9]\d|1[01]\d|120)$/);
  assert.deepEqual(
    [...headers.keys()].filter((name) => name.startsWith('x-ratelimit')),
    [],
  );
  assert.equal(body.errors[0].code, 'HTTP-429');
  assert.match(JSON.stringify(body), new RegExp(`wait ${headers.get('retry-after')} seconds`));
};

const MINUTE = 60_000;
/** Milliseconds by which a server may be behind with the clock of the database. */
const BEHIND = 3000;
const minuteOf = (moment: number): number => Math.floor(moment / MINUTE);

/** Makes calls that must be in one minute of the clock. If a minute ended meanwhile, a failure proves nothing, and all calls are made again. */
const inOneMinute = (run: () => Promise<void>) => async (): Promise<void> => {
  for (;;) {
    const beganAt = Date.now();
    try {
      return await run();
    } catch (error) {
      if (minuteOf(beganAt - BEHIND) === minuteOf(Date.now())) throw error;
    }
  }
};

test(
  'rates.limits.tier-1',
  inOneMinute(async () => {
    const { token } = await user(await make.otherTenant());
    const answers = [...(await statuses(first, token, LIMIT - 2)), ...(await statuses(first, token, 4, OTHER))];
    assert.equal(admitted(answers), LIMIT, 'all operations of the tier count together');
    assert.deepEqual(answers.slice(-2), [429, 429]);
    assert.deepEqual(
      await statuses(first, token, 3, 'GET /security/audit/logs'),
      [200, 200, 200],
      'operations without a tier are not limited',
    );
  }),
);

test(
  'rates.tiers.refused',
  inOneMinute(async () => {
    const { id, token } = await user(await make.otherTenant());
    assert.equal(admitted(await statuses(first, token, LIMIT)), LIMIT);
    assertLimited(await first.call(ROUTE, { token }));
    assertLimited(await first.call(OTHER, { token }));
    assertLimited(await first.call('GET /api/v1/audits', { token, query: { limit: 0 } }));
    await untilStored(id, LIMIT);
    await runTimer(platform, 'exchange-calls');
    assert.equal(await stored(id), LIMIT, 'refused calls are not counted');
    assert.equal((await first.call(ROUTE, { token: 'mrp_unknown' })).status, 401);
  }),
);

test(
  'rates.tiers.shared',
  inOneMinute(async () => {
    const tenant = await make.otherTenant();
    const caller = await user(tenant);
    const [half, rest] = [LIMIT / 2, LIMIT / 2];
    assert.equal(admitted(await statuses(first, caller.token, half)), half);
    await untilStored(caller.id, half);
    // A process learns of the calls of the others when it exchanges its own.
    assert.equal(admitted(await statuses(second, caller.token, 1)), 1);
    await untilStored(caller.id, half + 1);
    await runTimer(second.platform, 'exchange-calls');
    assert.equal(admitted(await statuses(second, caller.token, LIMIT)), rest - 1, 'the limit is shared');
    await untilStored(caller.id, LIMIT);
    assert.equal((await second.call(ROUTE, { token: caller.token })).status, 429);
    const stranger = await user(await make.otherTenant());
    assert.equal((await second.call(ROUTE, { token: stranger.token })).status, 200, 'another tenant is not limited');
  }),
);

test(
  'rates.tiers.tenant: three users make half as many calls together as each could alone',
  inOneMinute(async () => {
    const tenant = await make.otherTenant();
    const { count } = await platform.db.reader.only<{ count: number }>(sql`
    select count(*)
    from account
    where tenant_id = ${tenant}
      and active
      and user_type = 'HUMAN'`);
    const users = await Promise.all(Array.from({ length: 3 }, () => user(tenant)));
    const most = Math.max(LIMIT, LIMIT * (count + users.length) * 0.5);
    const [any] = users;
    assert.ok(any);
    assert.equal((await first.call(ROUTE, { token: any.token })).status, 200);
    await untilStored(tenant, 1);
    await runTimer(platform, 'exchange-calls');
    let total = 1;
    for (const { token } of users) total += admitted(await statuses(first, token, LIMIT + 2));
    assert.equal(total, most);
  }),
);

test('deletes old counts', async () => {
  const { id } = await user();
  await platform.db.writer.rows(sql`insert into rate_count (minute, subject_id, tier, calls) values (1, ${id}, 1, 1)`);
  const another = await user(await make.otherTenant());
  await statuses(first, another.token, 1);
  await untilStored(another.id, 1);
  assert.equal(await stored(id), 0);
});
