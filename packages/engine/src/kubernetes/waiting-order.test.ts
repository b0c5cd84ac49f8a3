import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { orderOf } from '../../test/pod-order.ts';
import { openContentServer, type ContentServer, OrderServer } from './content-server.ts';
import { tokenDigest } from './run-objects.ts';
import { awaitOrder, openOrder, type PodWait, sealOrder, waitingKey, waitingToken } from './pod-order.ts';

const NAME = 'millrace-warm-1';
const KEY = waitingKey('the credential', NAME);
const ORDER = orderOf(Buffer.from('zip'), { url: 'http://agent.test', token: 't' }, { parameters: { pin: 'hunter22' } });
const neverStopped = new AbortController().signal;

async function ordersFor(t: TestContext): Promise<{ orders: OrderServer; server: ContentServer; wait: PodWait }> {
  const orders = new OrderServer();
  const use = (): Promise<never> => Promise.reject(new Error('there is no content'));
  const server = await openContentServer({ use }, orders, 0, neverStopped);
  t.after(() => server.close());
  return { orders, server, wait: { name: NAME, key: KEY.toString('base64'), url: `http://127.0.0.1:${server.port}` } };
}

test('an order is readable only with the key and the name of its pod', () => {
  const sealed = sealOrder(KEY, NAME, ORDER);
  assert.doesNotMatch(sealed.toString('latin1'), /hunter22/);
  assert.deepEqual(openOrder(KEY, NAME, sealed), ORDER);
  const changed = Buffer.from(sealed);
  changed[40] = (changed[40] ?? 0) ^ 1;
  for (const [key, name, content] of [
    [waitingKey('another credential', NAME), NAME, sealed],
    [waitingKey('the credential', 'millrace-warm-2'), NAME, sealed],
    [KEY, 'millrace-warm-2', sealed],
    [KEY, NAME, changed],
    [KEY, NAME, Buffer.from('none')],
  ] as const)
    assert.throws(() => openOrder(key, name, content), /not encrypted with the key of the pod/);
});

test('a pod waits for an agent that starts, and gets the order that the agent has for it, also when it asks again', async (t) => {
  const { orders, server, wait } = await ordersFor(t);
  const asked = Promise.withResolvers<void>();
  orders.expect(NAME, tokenDigest(waitingToken(KEY)), asked.resolve);
  const order = awaitOrder(wait, neverStopped);
  server.ready();
  await asked.promise;
  assert.ok(orders.isAsking(NAME));
  orders.give(NAME, sealOrder(KEY, NAME, ORDER));
  assert.deepEqual(await order, ORDER);
  assert.deepEqual(await awaitOrder(wait, neverStopped), ORDER);
});

test('a pod that the agent does not know, or knows no longer, ends', async (t) => {
  const { orders, server, wait } = await ordersFor(t);
  server.ready();
  await assert.rejects(awaitOrder(wait, neverStopped), /has no order for this pod: an earlier program/);
  const asked = Promise.withResolvers<void>();
  const forget = orders.expect(NAME, tokenDigest(waitingToken(KEY)), asked.resolve);
  const waiting = awaitOrder(wait, neverStopped);
  await asked.promise;
  forget();
  await assert.rejects(waiting, /has no order for this pod: it is not needed any more/);
});

test('another token gets no order, and a pod without an agent ends after a time', async (t) => {
  const { orders, server, wait } = await ordersFor(t);
  server.ready();
  orders.expect(NAME, tokenDigest(waitingToken(KEY)));
  orders.give(NAME, sealOrder(KEY, NAME, ORDER));
  const other = { ...wait, key: waitingKey('another credential', NAME).toString('base64') };
  await assert.rejects(
    awaitOrder(other, neverStopped, 100),
    /waits no longer, because the agent at .* does not answer: the token is not that of the pod/,
  );
  await assert.rejects(awaitOrder({ ...wait, url: 'http://127.0.0.1:1' }, neverStopped, 100), /does not answer: .*ECONNREFUSED/);
});

test('an answer that the agent has not encrypted is refused', async (t) => {
  const { orders, server, wait } = await ordersFor(t);
  server.ready();
  orders.expect(NAME, tokenDigest(waitingToken(KEY)));
  orders.give(NAME, sealOrder(waitingKey('another credential', NAME), NAME, ORDER));
  await assert.rejects(awaitOrder(wait, neverStopped), /not encrypted with the key of the pod/);
});

test('a pod that is stopped asks no longer', async (t) => {
  const { orders, server, wait } = await ordersFor(t);
  server.ready();
  const stop = new AbortController();
  orders.expect(NAME, tokenDigest(waitingToken(KEY)), () => stop.abort());
  assert.equal(await awaitOrder(wait, stop.signal), undefined);
});
