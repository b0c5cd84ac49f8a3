// run: own server because it sets MILLRACE_SERVICE_ACCOUNTS
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { sql } from '../../../core/database/sql.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { askToken, createTestClient } from '../../oauth/oauth/clients/oauth.fixture.ts';
import { clientCredentialsRequest } from '../../oauth/oauth/clients/refusals.fixture.ts';

const ROUTE = 'GET /account/subscription';
const server = await startTestServer({ MILLRACE_SERVICE_ACCOUNTS: '7' });
const { call, make, platform } = server;

type Body = { tokensStatus: object; enginesStatus: { type: string; consumed: number }[]; seats: object[] };
const read = async (token?: string): Promise<Body> => (await call(ROUTE, token === undefined ? {} : { token })).body;
const enginesOf = ({ enginesStatus }: Body) => Object.fromEntries(enginesStatus.map(({ type, consumed }) => [type, consumed]));

test('subscription.get.current', async () => {
  const { status, body } = await call(ROUTE);
  assert.equal(status, 200);
  const { startDate, ...rest } = body;
  const [day] = await platform.db.reader.rows<{ day: string }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day
    from tenant
    where id = ${await make.tenant()}`);
  assert.equal(startDate, day?.day);
  assert.deepEqual(rest, {
    endDate: '9999-12-31',
    licenseType: 'Apache-2.0',
    applications: ['Management Console'],
    supportLevel: 'Community',
    tokensStatus: { total: 2147483647, consumed: 0 },
    enginesStatus: [
      { type: 'RE-GEN1', consumed: 0 },
      { type: 'RE-GEN2', consumed: 0 },
      { type: 'CLOUD', consumed: 0 },
      { type: 'DYNAMIC-ENGINE-ENVIRONMENT', consumed: 0 },
    ],
    seats: [
      { application: 'Management Console', maxUsers: 2147483647, currentUsers: 1 },
      { application: 'Service Accounts', maxUsers: 7, currentUsers: 0 },
    ],
  });

  await make.engine({ environment: (await make.workspace()).environment });
  await call('POST /account/service-accounts', { body: { name: 'one', permissions: [] } });
  await make.user();
  await make.user({ active: false });
  const used = await read();
  assert.deepEqual(enginesOf(used), { 'RE-GEN1': 0, 'RE-GEN2': 1, CLOUD: 0, 'DYNAMIC-ENGINE-ENVIRONMENT': 0 });
  assert.deepEqual(used.tokensStatus, { total: 2147483647, consumed: 1 });
  assert.deepEqual(used.seats, [
    { application: 'Management Console', maxUsers: 2147483647, currentUsers: 2 },
    { application: 'Service Accounts', maxUsers: 7, currentUsers: 1 },
  ]);
});

test('subscription.get.current: the bot user of an OAuth client takes no seat', async () => {
  const before = await read();
  const client = await createTestClient(server);
  assert.equal((await askToken(server, clientCredentialsRequest(client))).status, 200);
  const bots = await platform.db.reader.rows(sql`select id from account where bot_client_id = ${client.id} and active`);
  assert.equal(bots.length, 1, 'there is a bot user');
  assert.deepEqual((await read()).seats, before.seats);
});

test('the subscription of a tenant counts nothing of other tenants', async () => {
  const foreign = await make.user({ tenant: await make.otherTenant(), permissions: ['SVC_SUBSCRIPTION_MANAGEMENT'] });
  const { seats, enginesStatus } = await read(foreign.token);
  assert.deepEqual(
    seats.map((seat) => (seat as { currentUsers: number }).currentUsers),
    [1, 0],
  );
  assert.ok(enginesStatus.every(({ consumed }) => consumed === 0));
});

test('reading the subscription asks for SVC_SUBSCRIPTION_MANAGEMENT', async () => {
  assertRefused(await call(ROUTE, { token: undefined }), 401, 'not_signed_in');
  const without = PERMISSIONS.filter((permission) => permission !== 'SVC_SUBSCRIPTION_MANAGEMENT');
  assertRefused(await call(ROUTE, { token: (await make.user({ permissions: without })).token }), 403, 'forbidden');
});
