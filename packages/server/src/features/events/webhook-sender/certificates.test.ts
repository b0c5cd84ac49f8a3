import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { TestAuthority, type TestCertificate } from '../../../../test/support/authority.ts';
import { startReceiver } from '../../../../test/support/receiver.ts';
import { startWebhookSite } from '../../../../test/support/webhook-site.ts';

const { webhook, raise, attempted, authority, call } = await startWebhookSite();

/** The answers of the authority's server, by path. */
const published = new Map<string, () => Promise<Buffer>>();
const server = createServer((request, response) => {
  const answer = published.get(request.url ?? '');
  request.resume().on('end', () => {
    if (!answer) return void response.writeHead(404).end();
    void answer().then((bytes) => response.end(bytes));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());
const authorityUrl = `http://localhost:${(server.address() as AddressInfo).port}`;

const tomorrow = new Date(Date.now() + 86_400_000);
const yesterday = new Date(Date.now() - 86_400_000);

/** Sends an event to a receiver with this certificate, and returns the delivery. */
async function deliverTo(keys: TestCertificate, checkCertificateRevocation = false) {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url, { checkCertificateRevocation });
  await raise();
  const delivery = await attempted(id, 1);
  assert.equal(receiver.received.length, delivery.succeeded ? 1 : 0, 'a refused receiver gets no request');
  await call('DELETE /api/v1/webhooks/{id}', { path: { id } });
  return delivery;
}

for (const [description, terms, message] of [
  ['that has expired', { from: new Date(0), to: yesterday }, /has expired/],
  ['that is not valid yet', { from: tomorrow }, /not valid yet/],
  ['of another name', { name: 'other.example.com' }, /made for another name/],
] as const)
  test(`refuses a certificate ${description}`, async () => {
    const { succeeded, status_message } = await deliverTo(await authority.certify(terms));
    assert.equal(succeeded, false);
    assert.match(status_message ?? '', message);
  });

test('refuses a certificate of an authority that is not known', async () => {
  const { succeeded, status_message } = await deliverTo(await (await TestAuthority.make()).certify());
  assert.equal(succeeded, false);
  assert.match(status_message ?? '', /MILLRACE_WEBHOOK_CA/);
});

test('webhooks.deliver.certificate: asks the OCSP responder, and refuses a revoked certificate', async () => {
  for (const isRevoked of [false, true]) {
    const path = `/ocsp-${isRevoked}`;
    const keys = await authority.certify({ responder: authorityUrl + path });
    published.set(path, () => authority.respond(keys, isRevoked));
    const { succeeded, status_message } = await deliverTo(keys, true);
    assert.equal(succeeded, !isRevoked, status_message ?? '');
    if (isRevoked) assert.match(status_message ?? '', /was revoked/);
  }
});

test('reads the list of revoked certificates', async () => {
  for (const isRevoked of [false, true]) {
    const path = `/list-${isRevoked}`;
    const keys = await authority.certify({ list: authorityUrl + path });
    published.set(path, () => authority.list(isRevoked ? [keys] : []));
    const { succeeded, status_message } = await deliverTo(keys, true);
    assert.equal(succeeded, !isRevoked, status_message ?? '');
    if (isRevoked) assert.match(status_message ?? '', /was revoked/);
  }
});

test('refuses a certificate without a proof that it was not revoked', async () => {
  const other = await TestAuthority.make();
  const withoutAddresses = await authority.certify();
  const notFound = await authority.certify({ responder: `${authorityUrl}/away`, list: `${authorityUrl}/away` });
  const forged = await authority.certify({ responder: `${authorityUrl}/forged`, list: `${authorityUrl}/forged-list` });
  published.set('/forged', () => other.respond(forged, false));
  published.set('/forged-list', () => other.list([]));
  const old = await authority.certify({ list: `${authorityUrl}/old` });
  published.set('/old', () => authority.list([], yesterday));
  const garbled = await authority.certify({ responder: `${authorityUrl}/garbled` });
  published.set('/garbled', () => Promise.resolve(Buffer.from('no response')));
  for (const keys of [withoutAddresses, notFound, forged, old, garbled]) {
    const { succeeded, status_message } = await deliverTo(keys, true);
    assert.equal(succeeded, false);
    assert.match(status_message ?? '', /revo/);
  }
  assert.equal((await deliverTo(withoutAddresses)).succeeded, true, 'without the check');
});
