import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ObjectCluster } from '../../test/object-cluster.ts';
import { OperatorPlane } from '../../test/operator-plane.ts';
import { openClusterApi } from './cluster-api.ts';
import { keyDigest, SecretPairing, NamespaceSecrets } from './secrets.ts';

const NAMES = { pairing: 'the-key', credential: 'the-credential' };
const PATH = '/api/v1/namespaces/own/secrets';

async function paired(t: TestContext) {
  const [plane, cluster] = await Promise.all([OperatorPlane.open(t), ObjectCluster.open(t)]);
  const stop = new AbortController();
  const logged: string[] = [];
  t.after(() => {
    stop.abort();
    assert.deepEqual(plane.faults, []);
  });
  const secrets = new NamespaceSecrets(await openClusterApi({ url: cluster.url }), 'own');
  const pairing = new SecretPairing({
    secrets,
    names: NAMES,
    url: plane.url,
    log: (level, message, facts) => logged.push(JSON.stringify({ level, message, ...facts })),
    signal: stop.signal,
    pollMilliseconds: 10,
  });
  return { plane, cluster, pairing, logged, stop };
}

test('waits for a key, pairs once, and keeps the credential in a Secret', async (t) => {
  const { plane, cluster, pairing, logged } = await paired(t);
  const waiting = pairing.credential();
  await plane.until(() => logged.some((line) => line.includes('waits for a key')), 'the wait');
  plane.keys.add('good key');
  cluster.putSecret('own', NAMES.pairing, { key: 'good key' });
  const stored = await waiting;
  assert.deepEqual([stored?.credential, stored?.url, stored?.keyDigest], ['mry_1', plane.url, keyDigest('good key')]);
  assert.deepEqual(JSON.parse(cluster.secret('own', NAMES.credential)?.['credential.json'] ?? ''), stored);
  assert.equal((await pairing.credential())?.credential, 'mry_1', 'another program reads it');
  assert.equal(await pairing.pairByNewKey(stored?.keyDigest), undefined, 'the key is used');
  assert.ok(!logged.join().includes('good key') && !logged.join().includes('mry_1'));
});

test('a key that was used elsewhere is refused once, and the next key pairs the program', async (t) => {
  const { plane, cluster, pairing, logged } = await paired(t);
  cluster.putSecret('own', NAMES.pairing, { key: 'used key' });
  const waiting = pairing.credential();
  await plane.until(() => logged.some((line) => line.includes('refuses the pairing key')), 'the refusal');
  const reads = (): number => cluster.calls.filter((call) => call === `GET ${PATH}/${NAMES.pairing}`).length;
  const before = reads();
  await plane.until(() => reads() > before + 3, 'more reads of the same key');
  assert.equal(logged.filter((line) => line.includes('refuses the pairing key')).length, 1);
  assert.equal(cluster.secret('own', NAMES.credential), undefined);
  plane.keys.add('another key');
  cluster.putSecret('own', NAMES.pairing, { key: 'another key' });
  assert.equal((await waiting)?.credential, 'mry_1');
});

test('a key is not used where the credential could not be stored', async (t) => {
  const { plane, cluster, pairing, logged } = await paired(t);
  plane.keys.add('good key');
  cluster.putSecret('own', NAMES.pairing, { key: 'good key' });
  cluster.refusals.set(`POST ${PATH}`, { status: 403, reason: 'Forbidden', message: 'cannot create secrets' });
  const waiting = pairing.credential();
  await plane.until(() => logged.some((line) => line.includes('cannot create secrets')), 'the refusal');
  assert.equal(plane.keys.size, 1);
  cluster.refusals.clear();
  assert.equal((await waiting)?.credential, 'mry_1');
});

test('a credential replaces the stored one, and a pairing that is stopped ends', async (t) => {
  const { plane, cluster, pairing, stop } = await paired(t);
  const waiting = pairing.credential();
  stop.abort();
  assert.equal(await waiting, undefined);
  cluster.putSecret('own', NAMES.credential, { 'credential.json': '{"credential":"old"}' });
  plane.keys.add('next key');
  cluster.putSecret('own', NAMES.pairing, { key: 'next key' });
  assert.equal((await pairing.pairByNewKey('digest of the old key'))?.credential, 'mry_1');
  assert.match(cluster.secret('own', NAMES.credential)?.['credential.json'] ?? '', /mry_1/);
});
