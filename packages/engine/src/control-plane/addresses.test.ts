// run: waiting because its engine starts processes
/** An engine with the addresses of two control planes, of which one serves at a time. */
import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ApiError } from '@millrace/contract/client';
import { ControlPlane } from '../../test/control-plane.ts';
import { atEnd, type Scope } from '../../test/at-end.ts';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { IssuedCredentials } from '../../test/issued-credentials.ts';
import { taskGate } from '../../test/task-gate.ts';
import { shellBundle } from '../../test/zips.ts';
import { addressesIn, isElsewhere } from './addresses.ts';
import { keepCredential, readCredential, storeCredential } from './credential.ts';

/** Two control planes with the state of one database; the second one is a standby. */
async function twoRegions(scope: Scope): Promise<{ first: ControlPlane; second: ControlPlane; url: string }> {
  const [first, second] = [await new ControlPlane().open(), await new ControlPlane().open()];
  for (const plane of [first, second]) atEnd(scope, () => plane.close());
  Object.assign(second, { credentials: first.credentials, executions: first.executions, bundles: first.bundles });
  second.refuseAll = 503;
  return { first, second, url: `${first.url},${second.url}` };
}

test('a text of several addresses is separated at commas before an address', () => {
  assert.deepEqual(addressesIn('https://a.example/x,y/, http://b.example:1/'), ['https://a.example/x,y', 'http://b.example:1']);
  assert.deepEqual(addressesIn('https://a.example'), ['https://a.example']);
});

test('another address may serve unless the answer is that of a control plane that serves, or is about the call', () => {
  const isOf = (status: number, detail?: string): boolean => isElsewhere(new ApiError(status, 'a page', detail));
  for (const status of [301, 401, 403, 404, 500, 502, 503, 504, 520, 530])
    assert.equal(isOf(status), true, `the page of a proxy, ${status}`);
  for (const status of [400, 413, 429]) assert.equal(isOf(status), false, `about the call, ${status}`);
  assert.deepEqual(
    [isOf(503, 'Service Unavailable'), isOf(503, 'unavailable: standby'), isOf(503, 'unavailable: database')],
    [true, true, true],
  );
  for (const [status, detail] of [
    [401, 'not_signed_in'],
    [404, 'not_found'],
    [500, 'server_error'],
    [503, 'unavailable'],
  ] as const)
    assert.equal(isOf(status, detail), false, detail);
  assert.equal(isElsewhere(new Error('no answer')), true);
});

test('goes on with the control plane that serves: the running task, its lines, its end and new work', async (t) => {
  const { first, second, url } = await twoRegions(t);
  const { logged } = await engineFor(t, { url }, first);
  const gate = await taskGate();
  const running = first.add(await shellBundle(`echo before; ${gate.pass}; echo "after at $MILLRACE_URL"`));
  await first.until(() => messages(running.lines, 'STDOUT').length === 1, 'the first line');
  await first.close();
  await first.until(() => logged.some((line) => line.includes('cannot be reached')), 'the engine to notice');
  second.refuseAll = undefined;
  await gate.open();
  assert.equal((await second.ended(running)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(running.lines, 'STDOUT'), ['before', `after at ${first.url}`], 'a run keeps the address of its start');
  const next = second.add(await shellBundle('echo "at $MILLRACE_URL"'));
  await second.ended(next);
  assert.deepEqual(messages(next.lines, 'STDOUT'), [`at ${second.url}`]);
  assert.deepEqual([first.faults, second.faults], [[], []]);
  assert.ok(logged.some((line) => line.includes('Another control plane serves this engine now') && line.includes(second.url)));
});

test('stays at the first control plane while the second one is a standby, also after a failure of the first', async (t) => {
  const { first, second, url } = await twoRegions(t);
  await engineFor(t, { url }, first);
  await first.close();
  await second.until(() => (second.calls.get('POST /engine/v1/beats') ?? 0) > 0, 'the engine to ask the standby');
  await first.open();
  const execution = first.add(await shellBundle('echo done'));
  assert.equal((await first.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual([first.faults, second.faults], [[], []]);
});

test('ends an open claim at the control plane that it leaves, and starts nothing of it', async (t) => {
  const { first, second, url } = await twoRegions(t);
  Object.assign(second, { executions: new Map() });
  await engineFor(t, { url }, first);
  await first.until(() => first.claims.length > 0, 'the first claim');
  // The claim waits at the first one, whose heartbeats fail.
  first.gates.set('/engine/v1/claims', new Promise(() => undefined));
  first.refuseAll = 503;
  second.refuseAll = undefined;
  await second.until(() => second.claims.length > 0, 'a claim at the second one');
  const stays = second.add(await shellBundle('echo one'));
  await second.ended(stays);
  assert.equal(second.claims[0]?.unanswered?.length, 1, 'the claim that was left is named');
});

test('leaves a region whose proxy answers in its place, and is not ended by its 401', async (t) => {
  const { first, second, url } = await twoRegions(t);
  await engineFor(t, { url }, first);
  await first.until(() => first.claims.length > 0, 'the first claim');
  let [lost, serving] = [first, second];
  for (const status of [404, 401, 403, 502, 530]) {
    lost.refusalOf = () => ({ status, body: '<html>No server here</html>' });
    Object.assign(serving, { refuseAll: undefined, refusalOf: () => undefined });
    assert.equal((await serving.ended(serving.add(await shellBundle(`echo ${status}`)))).outcome, 'EXECUTION_SUCCESS', String(status));
    [lost, serving] = [serving, lost];
  }
  assert.deepEqual([first.faults, second.faults], [[], []]);
});

test('stays at a region whose bucket is away, while the download of a bundle is tried five times', async (t) => {
  const { first, second, url } = await twoRegions(t);
  await engineFor(t, { url }, first);
  first.refusalOf = (path) =>
    path.startsWith('/engine/v1/bundles/') ? { status: 503, body: { detail: 'unavailable', message: 'The bucket is away' } } : undefined;
  const execution = first.add(await shellBundle('echo done'));
  const finish = await first.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType], ['DEPLOY_FAILED', 'BUNDLE_UNAVAILABLE']);
  assert.equal(first.calls.get(`GET /engine/v1/bundles/${execution.claim.bundle.hash}`), 5);
  assert.deepEqual([second.calls.size, first.claims.flatMap(({ unanswered = [] }) => unanswered)], [0, []]);
});

test('a download waits until a region serves: refusals of standbys and of proxies are no attempts', async (t) => {
  const { first, second, url } = await twoRegions(t);
  await engineFor(t, { url }, first);
  const bundle = await shellBundle('echo done');
  const statuses = [502, 503, 504, 530];
  let downloads = 0;
  for (const plane of [first, second]) {
    plane.refusalOf = (path) => {
      if (!path.startsWith('/engine/v1/bundles/')) return undefined;
      const status = statuses[downloads++ % statuses.length] ?? 502;
      return { status, body: status === 503 ? { message: 'A standby' } : '<html>No server here</html>' };
    };
  }
  const execution = first.add(bundle);
  await first.until(() => downloads > 5, 'more than five attempts');
  second.refuseAll = undefined;
  for (const plane of [first, second]) plane.refusalOf = () => undefined;
  assert.equal((await first.ended(execution)).outcome, 'EXECUTION_SUCCESS');
});

test('goes back to its former credential in a region that does not know the renewal, and renews it there', async (t) => {
  const { first, second, url } = await twoRegions(t);
  Object.assign(second, { credentials: new IssuedCredentials() });
  const folder = await temporaryFolder();
  const paired = { engineId: 'e', name: 'x', url, credential: first.credential, renewCredentialAfter: new Date(0).toISOString() };
  await storeCredential(folder, paired);
  const logged: string[] = [];
  const credentials = keepCredential(folder, paired, (_, message) => logged.push(message));
  await engineFor(t, { url, folder, credentials }, first);
  const gate = await taskGate();
  const running = first.add(await shellBundle(`echo before; ${gate.pass}; echo after`));
  await first.until(() => messages(running.lines, 'STDOUT').length === 1, 'the first line');
  assert.notEqual(first.credential, paired.credential);
  await first.close();
  second.refuseAll = undefined;
  await gate.open();
  assert.equal((await second.ended(running)).outcome, 'EXECUTION_SUCCESS', 'its tasks go on');
  await second.until(() => second.credential !== paired.credential, 'a renewal at the second one');
  assert.equal((await readCredential(folder))?.credential, second.credential);
  assert.equal((await stat(join(folder, 'credential.json'))).mode & 0o777, 0o600);
  assert.equal(logged.filter((message) => message.includes('tries the former one')).length, 1);
});
