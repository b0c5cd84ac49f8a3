import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import type { Answer } from '../../../../test/support/server.ts';
import { entry, LIST, startProxiedServer } from './allowlist.fixture.ts';

const server = await startProxiedServer({ MILLRACE_ALLOWLIST_ENTRIES: '5' });
const { call, make, from } = server;
const TABLES = ['ip_allowlist', 'ip_entry'];
const ENTRY = `${LIST}/ips/{ipEntryId}`;
const HERE = '203.0.113.7';

type Entry = { id: string; description: string; ip: string };

const create = async (ips: string[] = [], enabled = false): Promise<Entry[]> => {
  const answer = await call(`POST ${LIST}`, { body: { enabled, ips: ips.map((ip) => entry(ip)) } });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.ips;
};
const stored = async (): Promise<string[]> => (await call(`GET ${LIST}/ips`)).body.map(({ ip }: Entry) => ip);
const unchanged = (route: string, sent: Parameters<typeof call>[1], status: number, code: string) =>
  leavesNothing(server, route, sent ?? {}, status, code, ...TABLES);

afterEach(async () => assert.equal((await call(`DELETE ${LIST}`)).status, 204));

test('an allowlist is created, read, changed and deleted', async () => {
  const body = { description: 'Offices', enabled: false, ips: [entry('203.0.113.0/24'), entry('2001:db8::7')] };
  const created: Answer = await call(`POST ${LIST}`, { body });
  assert.equal(created.status, 201);
  assert.deepEqual(created.body, { ...body, ips: body.ips.map((sent, index) => ({ id: created.body.ips[index].id, ...sent })) });
  assert.deepEqual((await call(`GET ${LIST}`)).body, created.body);
  assert.deepEqual((await call(`GET ${LIST}`, { query: { detailed: false } })).body, { description: 'Offices', enabled: false });
  assert.deepEqual((await call(`GET ${LIST}/ips`)).body, created.body.ips);
  const [first] = created.body.ips as [Entry];
  assert.deepEqual((await call(`GET ${ENTRY}`, { path: { ipEntryId: first.id } })).body, first);

  const added = await call(`POST ${LIST}/ips`, { body: [entry('198.51.100.1'), entry('198.51.100.2')] });
  assert.deepEqual([added.status, added.body.map(({ ip }: Entry) => ip)], [201, ['198.51.100.1', '198.51.100.2']]);
  const replaced = await call(`PUT ${ENTRY}`, { path: { ipEntryId: first.id }, body: { description: 'Berlin', ip: '203.0.112.0/23' } });
  assert.deepEqual([replaced.status, replaced.body], [200, { id: first.id, description: 'Berlin', ip: '203.0.112.0/23' }]);
  assert.equal((await call(`DELETE ${ENTRY}`, { path: { ipEntryId: added.body[0].id } })).status, 204);
  assert.deepEqual(await stored(), ['203.0.112.0/23', '2001:db8::7', '198.51.100.2']);

  assert.deepEqual(
    [(await call(`PATCH ${LIST}`, { body: { enabled: true } })).status, (await call(`GET ${LIST}`)).body.enabled],
    [200, true],
  );
  assert.equal((await call(`DELETE ${LIST}`)).status, 204);
  assert.deepEqual(await server.count(...TABLES), { ip_allowlist: 0, ip_entry: 0 });
});

test('ip-allowlist.replace.kept: and entries are replaced by their ids', async () => {
  const [first, second] = await create(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  const without = await call(`PUT ${LIST}`, { body: { enabled: false, description: 'all stay', ips: null } });
  assert.deepEqual([without.status, without.body.ips.length, await stored()], [200, 3, ['10.0.0.1', '10.0.0.2', '10.0.0.3']]);

  const ips = [{ ...second, ip: '10.0.0.20' }, { ...first }, entry('10.0.0.4')];
  const answer = await call(`PUT ${LIST}`, { body: { enabled: false, ips } });
  assert.deepEqual([answer.status, answer.body.ips.map(({ ip }: Entry) => ip)], [200, ['10.0.0.1', '10.0.0.20', '10.0.0.4']]);
  assert.deepEqual((await call(`GET ${LIST}`)).body, { enabled: false, ips: answer.body.ips });
  assert.deepEqual((await call(`PUT ${LIST}`, { body: (await call(`GET ${LIST}`)).body })).body, answer.body);
  assert.deepEqual((await call(`PUT ${LIST}`, { body: { enabled: false, ips: [] } })).body.ips, []);
});

test('ip-allowlist.replace.ids', async () => {
  const [first, second] = await create(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  const body = [
    { id: first?.id, ...entry('10.0.0.2') },
    { id: second?.id, ...entry('10.0.0.1') },
  ];
  const answer = await call(`PUT ${LIST}/ips`, { body });
  assert.deepEqual([answer.status, answer.body], [200, body]);
  assert.deepEqual(await stored(), ['10.0.0.2', '10.0.0.1', '10.0.0.3']);
  await unchanged(`PUT ${LIST}/ips`, { body: [body[0], { id: crypto.randomUUID(), ...entry('10.0.0.9') }] }, 404, 'not_found');
  await unchanged(`PUT ${LIST}/ips`, { body: [body[0], body[0]] }, 400, 'malformed_request');
  await unchanged(`PUT ${LIST}`, { body: { enabled: false, ips: [body[0], body[0]] } }, 400, 'malformed_request');
  await unchanged(`PUT ${LIST}`, { body: { enabled: false, ips: [{ ...body[0], id: crypto.randomUUID() }] } }, 404, 'not_found');
  await unchanged(`PUT ${LIST}/ips`, { body: [{ ...body[0], ip: '10.0.0.3' }] }, 409, 'address_listed');
});

test('ip-allowlist.get.missing', async () => {
  const path = { ipEntryId: crypto.randomUUID() };
  const sent = { id: path.ipEntryId, ...entry('10.0.0.1') };
  const missing = async (): Promise<void> => {
    await unchanged(`GET ${ENTRY}`, { path }, 404, 'not_found');
    await unchanged(`PUT ${ENTRY}`, { path, body: entry('10.0.0.1') }, 404, 'not_found');
    await unchanged(`DELETE ${ENTRY}`, { path }, 404, 'not_found');
    await unchanged(`PUT ${LIST}/ips`, { body: [sent] }, 404, 'not_found');
  };
  await missing();
  await unchanged(`GET ${LIST}`, {}, 404, 'not_found');
  await unchanged(`PUT ${LIST}`, { body: { enabled: true } }, 404, 'not_found');
  await unchanged(`PATCH ${LIST}`, { body: { enabled: true } }, 404, 'not_found');
  await unchanged(`POST ${LIST}/ips`, { body: [entry('10.0.0.1')] }, 409, 'allowlist_missing');
  assert.deepEqual([await stored(), (await call(`GET ${LIST}/observations`)).body], [[], []]);
  await create(['10.0.0.2']);
  await missing();
});

test('ip-allowlist.create.conflict', async () => {
  await create(['10.0.0.0/8', '2001:db8::/32']);
  await unchanged(`POST ${LIST}`, { body: { enabled: false } }, 409, 'allowlist_exists');
  for (const ip of ['10.0.0.0/8', '10.1.2.3/8', '2001:DB8::/32', '2001:db8:0:0::1/32', '::ffff:10.0.0.0/104'])
    await unchanged(`POST ${LIST}/ips`, { body: [entry('192.0.2.1'), entry(ip)] }, 409, 'address_listed');
  await unchanged(`POST ${LIST}/ips`, { body: [entry('192.0.2.1'), entry('192.0.2.1/32')] }, 409, 'address_listed');
});

test('ip-allowlist.address.form', async () => {
  const [one] = await create(['192.0.2.1']);
  const wrong = [
    'somewhere',
    '300.1.1.1',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    '10.0.0.0/x',
    '0x10.0.0.1',
    '2001:db8::/129',
  ];
  for (const ip of [
    ...wrong,
    'fe80::1%eth0',
    '::ffff:10.0.0.1/95',
    '10.0.0.1-10.0.0.9',
    ' 10.0.0.1',
    '*.example.com',
    '10.0.0.1,10.0.0.2',
  ]) {
    await unchanged(`POST ${LIST}/ips`, { body: [entry('10.0.0.1'), entry(ip)] }, 400, 'address_malformed');
    await unchanged(`PUT ${ENTRY}`, { path: { ipEntryId: one?.id ?? '' }, body: entry(ip) }, 400, 'address_malformed');
  }
  for (const body of [[], {}, [{ ip: '10.0.0.1' }], [{ description: 'x' }], [{ ...entry('10.0.0.1'), more: 1 }]])
    await unchanged(`POST ${LIST}/ips`, { body }, 400, 'malformed_request');
});

test('ip-allowlist.limits.plan: a new or extended allowlist', async () => {
  const six = ['1', '2', '3', '4', '5', '6'].map((last) => entry(`10.0.0.${last}`));
  await unchanged(`POST ${LIST}`, { body: { enabled: false, ips: six } }, 402, 'allowlist_too_large');
  await create(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']);
  await unchanged(`POST ${LIST}/ips`, { body: six.slice(4) }, 402, 'allowlist_too_large');
  assert.equal((await call(`POST ${LIST}/ips`, { body: six.slice(5) })).status, 201);
});

test('ip-allowlist.limits.plan', async () => {
  const {
    settings: { limits },
  } = server.platform;
  const [one] = await create(['10.0.0.1', '10.0.0.2', '10.0.0.3']);
  const six = ['1', '2', '3', '4', '5', '6'].map((last) => entry(`10.0.1.${last}`));
  await unchanged(`PUT ${LIST}`, { body: { enabled: false, ips: six } }, 402, 'allowlist_too_large');
  limits.allowlistEntries = 2;
  try {
    const path = { ipEntryId: one?.id ?? '' };
    await unchanged(`PATCH ${LIST}`, { body: { enabled: true } }, 402, 'allowlist_too_large');
    await unchanged(`PUT ${LIST}`, { body: { enabled: true } }, 402, 'allowlist_too_large');
    await unchanged(`PUT ${LIST}/ips`, { body: [one] }, 402, 'allowlist_too_large');
    await unchanged(`PUT ${ENTRY}`, { path, body: entry('10.0.0.9') }, 402, 'allowlist_too_large');
    assert.equal((await call(`DELETE ${ENTRY}`, { path })).status, 204);
    assert.equal((await call(`PATCH ${LIST}`, { body: { enabled: true } })).status, 200);
  } finally {
    limits.allowlistEntries = 5;
  }
});

test('ip-allowlist.change.shut-out', async () => {
  const token = (await make.user({ permissions: ['SVC_USER_MANAGEMENT'] })).token;
  const far = (route: string, sent: Parameters<typeof call>[1] = {}) => from(HERE, route, { token, ...sent });
  const refused = async (route: string, sent: Parameters<typeof call>[1] = {}): Promise<void> => {
    const read = async () => Object.entries((await call(`GET ${LIST}`)).body).filter(([name]) => name !== 'requestId');
    const before = await read();
    assertRefused(await far(route, sent), 409, 'caller_shut_out');
    assert.deepEqual(await read(), before);
  };
  await refused(`POST ${LIST}`, { body: { enabled: true } });
  await refused(`POST ${LIST}`, { body: { enabled: true, ips: [entry('198.51.100.0/24')] } });
  const [mine, other] = await create(['203.0.113.0/28', '198.51.100.0/24']);
  const path = { ipEntryId: mine?.id ?? '' };
  assert.equal((await far(`PATCH ${LIST}`, { body: { enabled: true } })).status, 200);
  await refused(`PUT ${LIST}`, { body: { enabled: true, ips: [other] } });
  await refused(`PUT ${LIST}/ips`, { body: [{ ...mine, ip: '192.0.2.1' }] });
  await refused(`PUT ${ENTRY}`, { path, body: entry('203.0.113.0/30') });
  await refused(`DELETE ${ENTRY}`, { path });
  assert.equal((await far(`PUT ${ENTRY}`, { path, body: entry(HERE) })).status, 200);
  assert.equal((await far(`PUT ${LIST}`, { body: { enabled: false, ips: [] } })).status, 200);
  await refused(`PATCH ${LIST}`, { body: { enabled: true } });
  // A caller on the machine of the server is never refused.
  assert.equal((await call(`PATCH ${LIST}`, { body: { enabled: true } })).status, 200);
});

test('ip-allowlist.all.permission', async () => {
  const [one] = await create(['10.0.0.1']);
  const path = { ipEntryId: one?.id ?? '' };
  const operations: [route: string, body?: unknown][] = [
    [`GET ${LIST}`],
    [`POST ${LIST}`, { enabled: false }],
    [`PUT ${LIST}`, { enabled: false }],
    [`PATCH ${LIST}`, { enabled: false }],
    [`DELETE ${LIST}`],
    [`GET ${LIST}/ips`],
    [`POST ${LIST}/ips`, [entry('10.0.0.2')]],
    [`PUT ${LIST}/ips`, [one]],
    [`GET ${ENTRY}`],
    [`PUT ${ENTRY}`, entry('10.0.0.3')],
    [`DELETE ${ENTRY}`],
    [`GET ${LIST}/observations`],
  ];
  const { token } = await make.user({ permissions: PERMISSIONS.filter((name) => name !== 'SVC_USER_MANAGEMENT') });
  for (const [route, body] of operations) {
    await unchanged(route, { token: undefined, path, body }, 401, 'not_signed_in');
    await unchanged(route, { token, path, body }, 403, 'forbidden');
  }
  const stranger = await make.user({ permissions: ['SVC_USER_MANAGEMENT'], tenant: await make.otherTenant() });
  const theirs = (route: string, body?: unknown) => call(route, { token: stranger.token, path, body });
  assert.deepEqual([(await theirs(`GET ${LIST}`)).status, (await theirs(`GET ${LIST}/ips`)).body], [404, []]);
  assert.equal((await theirs(`POST ${LIST}`, { enabled: false })).status, 201);
  for (const [route, body] of [
    [`GET ${ENTRY}`],
    [`PUT ${ENTRY}`, entry('10.0.0.3')],
    [`DELETE ${ENTRY}`],
    [`PUT ${LIST}/ips`, [one]],
  ] as const)
    assertRefused(await theirs(route, body), 404, 'not_found');
  assert.equal((await theirs(`DELETE ${LIST}`)).status, 204);
  assert.deepEqual(await stored(), ['10.0.0.1']);
});

test('simultaneous changes of an allowlist run one after the other', async () => {
  const entries = await create(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4']);
  const answers = await Promise.all([
    call(`POST ${LIST}/ips`, { body: [entry('10.0.0.5')] }),
    call(`POST ${LIST}/ips`, { body: [entry('10.0.0.6')] }),
    ...entries.map(({ id }) => call(`PUT ${ENTRY}`, { path: { ipEntryId: id }, body: entry('10.0.0.9') })),
  ]);
  const added = answers.slice(0, 2).map(({ status }) => status);
  assert.deepEqual(added.toSorted(), [201, 402]);
  assert.equal(answers.slice(2).filter(({ status }) => status === 200).length, 1);
  assert.equal((await stored()).length, 5);
});
