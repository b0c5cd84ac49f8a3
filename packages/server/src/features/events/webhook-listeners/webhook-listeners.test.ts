import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { sql } from '../../../core/database/sql.ts';
import { runTimer } from '../../../../test/support/background.ts';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const CREATE = 'POST /api/v1/webhook-listeners';
const EVENTS = 'GET /api/v1/webhook-listeners/{id}/events';
const DELETE = 'DELETE /api/v1/webhook-listeners/{id}';
const FINISHED = 'com.service.v1.task.run.finished';
const server = await startTestServer({ MILLRACE_ROLE: 'api' });
const { call, make, platform } = server;
const TABLES = ['webhook_listener', 'event_subscription'];
const workspace = await make.workspace();
const [ada, bob] = [await make.user({ rights: { [workspace.id]: ['VIEW'] } }), await make.user()];
const manager = await make.user({ permissions: ['SVC_WEBHOOK_MANAGEMENT'] });

type Caller = { token: string };
async function createListener(caller: Caller, fields: object = {}): Promise<string> {
  const { status, body } = await call(CREATE, { token: caller.token, body: { eventTypes: [FINISHED], ...fields } });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}
const ask = (id: string, { token }: Caller, query: Record<string, string | number> = {}): Promise<Answer> =>
  call(EVENTS, { token, path: { id }, query });
const idsOf = ({ body }: Answer): string[] => body.data.map(({ id }: { id: string }) => id);
/** The cursor after an event. */
const cursorOf = (id: string): string => id.replaceAll('-', '');
const end = (id: string, { token }: Caller): Promise<Answer> => call(DELETE, { token, path: { id } });

type EventFields = { space?: string; owner?: string; actor?: string; type?: string; resource?: string };
/** Stores an event, as the fan-out does, and returns its id. */
async function storeEvent(fields: EventFields = {}): Promise<string> {
  const id = newId();
  await platform.db.writer.rows(sql`
    insert into event (id, number, tenant_id, type, occurred_at, space_id, resource_id, owner_id, actor_id, data)
    values (
      ${id}, nextval('event_number'), ${ada.tenant}, ${fields.type ?? FINISHED}, now(), ${fields.space ?? null}, ${fields.resource ?? 'task'},
      ${fields.owner ?? null}, ${fields.actor ?? null}, '{"status": "ok"}')`);
  return id;
}
const subscriptions = (id: string): Promise<object[]> =>
  platform.db.reader.rows(sql`select type, subscriber_kind from event_subscription where subscriber_id = ${id}`);

test('webhook-listeners.create.level', async () => {
  const id = await createListener(ada);
  assert.deepEqual(await subscriptions(id), [{ type: FINISHED, subscriber_kind: 'listener' }]);
  const refused = (fields: object, status: number, code: string) =>
    leavesNothing(server, CREATE, { token: ada.token, body: { eventTypes: [FINISHED], ...fields } }, status, code, ...TABLES);
  await refused({ level: 'tenant' }, 403, 'tenant_level_refused');
  await refused({ eventTypes: ['unknown'] }, 400, 'event_type_unknown');
  await refused({ filter: 'name eq "x"' }, 400, 'malformed_filter');
  await end(await createListener(manager, { level: 'tenant' }), manager);
  await end(id, ada);
});

test('webhook-listeners.events.visible', async () => {
  const [ofAda, ofBob, ofAll] = [await createListener(ada), await createListener(bob), await createListener(manager, { level: 'tenant' })];
  const [seen, owned, caused, hidden] = [
    await storeEvent({ space: workspace.id }),
    await storeEvent({ owner: bob.id }),
    await storeEvent({ actor: bob.id, space: workspace.id }),
    await storeEvent(),
  ];
  await storeEvent({ type: 'com.service.v1.webhook.test', owner: bob.id });
  assert.deepEqual(idsOf(await ask(ofAda, ada)), [seen, caused]);
  assert.deepEqual(idsOf(await ask(ofBob, bob)), [owned, caused]);
  assert.deepEqual(idsOf(await ask(ofAll, manager)), [seen, owned, caused, hidden]);
  for (const caller of [bob, manager]) {
    assertRefused(await ask(ofAda, caller), 404, 'not_found');
    await leavesNothing(server, DELETE, { token: caller.token, path: { id: ofAda } }, 404, 'not_found', ...TABLES);
  }
  await platform.db.writer.rows(sql`delete from workspace_right where account_id = ${ada.id}`);
  assert.deepEqual(idsOf(await ask(ofAda, ada)), [], 'the right was removed');
  for (const [id, caller] of [
    [ofAda, ada],
    [ofBob, bob],
    [ofAll, manager],
  ] as const) {
    assert.equal((await end(id, caller)).status, 204);
    assert.deepEqual(await subscriptions(id), []);
  }
});

test('webhook-listeners.events.order', async () => {
  const before = await storeEvent({ owner: bob.id });
  await end(await createListener(bob, { filter: '' }), bob);
  const id = await createListener(bob, { filter: 'id ne "other"' });
  const empty = await ask(id, bob);
  assert.deepEqual(empty.body, { data: [], after: cursorOf(id) });
  const events = [await storeEvent({ owner: bob.id }), await storeEvent({ owner: bob.id })];
  const other = await storeEvent({ owner: bob.id, resource: 'other' });
  const { body } = await ask(id, bob);
  assert.deepEqual([idsOf({ body } as Answer), body.after], [events, cursorOf(other)]);
  assert.deepEqual([body.data[0].specversion, body.data[0].type, body.data[0].data], ['1.0', FINISHED, { status: 'ok' }]);
  assert.deepEqual(idsOf(await ask(id, bob, { after: cursorOf(events[0] ?? '') })), [events[1]]);
  assert.deepEqual(idsOf(await ask(id, bob, { after: cursorOf(before) })), events, 'none from before the listener');
  assert.deepEqual((await ask(id, bob, { after: cursorOf(other) })).body, { data: [], after: cursorOf(other) });
  for (const query of [{ after: 'x' }, { waitSeconds: 21 }, { waitSeconds: -1 }])
    assertRefused(await ask(id, bob, query as Record<string, string | number>), 400, 'malformed_request');
  await end(id, bob);
});

test('webhook-listeners.events.words', async () => {
  const published = FINISHED.replace('com.service.', 'com.qlik.');
  const { body: listener } = await call(CREATE, { token: bob.token, body: { eventTypes: [published] } });
  assert.deepEqual(listener.eventTypes, [published]);
  await storeEvent({ owner: bob.id });
  const [event] = (await ask(listener.id, bob)).body.data;
  assert.deepEqual([event.type, String(event.source).split('/')[0]], [published, 'com.qlik']);
  await end(listener.id, bob);
});

test('webhook-listeners.events.wait', async () => {
  const id = await createListener(bob);
  const waiting = ask(id, bob, { waitSeconds: 20 });
  const event = await storeEvent({ owner: bob.id });
  const answer = await waiting;
  assert.deepEqual(idsOf(answer), [event]);
  assert.deepEqual((await ask(id, bob, { after: answer.body.after, waitSeconds: 1 })).body, { data: [], after: cursorOf(event) });
  await end(id, bob);
});

test('webhook-listeners.limits.account', async () => {
  const ids = [];
  for (let count = 0; count < 5; count += 1) ids.push(await createListener(bob));
  const sent = { token: bob.token, body: { eventTypes: [FINISHED] } };
  await leavesNothing(server, CREATE, sent, 409, 'listeners_limit', ...TABLES);
  await createListener(ada);
  await end(ids[0] ?? '', bob);
  await createListener(bob);
});

test('webhook-listeners.end.expiry', async () => {
  const [gone, kept] = [await createListener(manager), await createListener(manager)];
  const age = (seconds: number) =>
    platform.db.writer.rows(
      sql`update webhook_listener set expires_at = expires_at - make_interval(secs => ${seconds}) where id in (${gone}, ${kept})`,
    );
  await age(110);
  assert.equal((await ask(kept, manager)).status, 200);
  await age(11);
  assertRefused(await ask(gone, manager), 404, 'not_found');
  await runTimer(platform, 'end-listeners');
  assert.deepEqual(await subscriptions(gone), []);
  assert.equal((await subscriptions(kept)).length, 1);
  assert.equal((await ask(kept, manager)).status, 200);
});
