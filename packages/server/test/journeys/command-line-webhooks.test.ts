/** The commands about webhooks, on the machine of an install. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startCommandLine } from '../support/command-line.ts';

const { folder, install, millrace, start } = await startCommandLine();
const TYPE = 'com.service.v1.task.run.finished';
const webhook = (...words: string[]) => millrace(['webhook', ...words]);
/** Waits until the condition holds. If it never does, the time limit of the test ends the wait. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(50);
}
const shown = async (name: string) => JSON.parse((await webhook('show', name, '--json')).out);

describe('the command line for webhooks', () => {
  it('creates, shows, lists, changes and deletes webhooks', async () => {
    assert.match((await webhook('list')).err, /There are no webhooks/);
    assert.match((await webhook('event-types')).out, new RegExp(`${TYPE} +Task run finished +tenant user`));
    const [headers, secret] = [join(folder, 'headers'), join(folder, 'loads.secret')];
    await writeFile(headers, 'authorization: Bearer 2f6d\n\nx-key:  a: b \r\n');
    const given = [
      '--event',
      TYPE,
      '--header',
      'x-team: loads',
      '--encrypted-headers',
      headers,
      '--secret-file',
      secret,
      '--filter',
      'id ne "x"',
    ];
    const { code, out, err } = await webhook('create', 'loads', 'https://hooks.example.com/loads', ...given);
    assert.equal(code, 0, err);
    assert.match(out, /Created webhook loads\. Its id is/);
    assert.equal((await readFile(secret, 'utf8')).trim().length, 44);
    assert.equal((await stat(secret)).mode & 0o777, 0o600);
    const before = await shown('loads');
    const { id, ownerId, createdAt: _c, updatedAt: _u, createdByUserId: _a, updatedByUserId: _b, ...fields } = before;
    assert.deepEqual(fields, {
      name: 'loads',
      url: 'https://hooks.example.com/loads',
      level: 'user',
      enabled: true,
      eventTypes: [TYPE],
      filter: 'id ne "x"',
      headers: { 'x-team': 'loads' },
      encryptedHeaders: ['authorization', 'x-key'],
      secretKeyAdded: true,
      enableCloudEventDelivery: true,
      checkCertificateRevocation: false,
      origin: 'api',
    });
    assert.match((await webhook('show', id)).out, new RegExp(`Owner +${ownerId}`));
    assert.match((await webhook('list')).out, new RegExp(`${id} +loads +user +yes +1 +https://hooks`));

    assert.equal((await webhook('change', 'loads', '--name', 'cars', '--disable', '--secret-file', `${secret}.new`)).code, 0);
    assert.notEqual(await readFile(`${secret}.new`, 'utf8'), await readFile(secret, 'utf8'));
    const after = await shown('cars');
    assert.deepEqual([after.name, after.enabled, after.encryptedHeaders], ['cars', false, ['authorization', 'x-key']]);
    assert.equal((await webhook('delete', 'cars', '--yes')).code, 0);
    assert.equal((await webhook('show', id)).code, 4);
  });

  it('sends test events, shows deliveries and sends them again', async () => {
    const created = ['create', 'tested', 'https://hooks.example.com/', '--older-form', '--level', 'tenant', '--json'];
    const { id } = JSON.parse((await webhook(...created)).out);
    const queued = JSON.parse((await webhook('test', 'tested', '--json')).out);
    assert.deepEqual(
      [queued.webhookId, queued.eventType, queued.request.body.cloudEventsVersion],
      [id, 'com.service.v1.webhook.test', '0.1'],
    );
    const again = JSON.parse((await webhook('resend', 'tested', queued.id, '--json')).out);
    assert.equal(again.resentFrom, queued.id);
    // A sender may try them meanwhile, so waiting ones are read first, and one may be read twice.
    const waiting = JSON.parse((await webhook('deliveries', id, '--status', 'waiting', '--json')).out);
    const tried = JSON.parse((await webhook('deliveries', id, '--json')).out);
    const ids = new Set([...waiting, ...tried].map((one: { id: string }) => one.id));
    assert.deepEqual([...ids].toSorted(), [queued.id, again.id].toSorted());
    assert.equal((await webhook('resend', 'tested', crypto.randomUUID())).code, 4);
  });

  it('refuses impossible options, and leaves no file behind', async () => {
    const secret = join(folder, 'refused.secret');
    const refused = await webhook('create', 'x', 'http://hooks.example.com', '--secret-file', secret);
    assert.deepEqual([refused.code, /https:\/\//.test(refused.err)], [1, true]);
    await assert.rejects(stat(secret), { code: 'ENOENT' });
    for (const words of [
      ['create', 'x', 'https://hooks.example.com', '--header', 'no-colon-secret'],
      ['create', 'x', 'https://hooks.example.com', '--encrypted-headers', join(folder, 'missing')],
      ['change', 'tested'],
      ['change', 'tested', '--enable', '--disable'],
    ]) {
      const { code, err } = await webhook(...words);
      assert.equal(code, 2, err);
      assert.doesNotMatch(err, /no-colon-secret/);
    }
    for (const words of [['show'], ['test'], ['delete', '--yes'], ['deliveries']])
      assert.equal((await webhook(...words, 'unknown')).code, 4);
  });
});

describe('millrace webhook listen', () => {
  it('prints events and forwards them, signed, until Ctrl-C', async () => {
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(received.length === 1 ? 500 : 204).end();
      });
    });
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
    const secretFile = join(folder, 'listen.secret');
    await writeFile(secretFile, 'a secret of a developer\n');
    const listening = start(['webhook', 'listen', '--level', 'tenant', '--forward', address, '--secret-file', secretFile, '--json']);
    try {
      await until(() => /Listening for \d+ event types/.test(listening.err));
      const { id } = JSON.parse((await webhook('create', 'heard', 'https://hooks.example.com/', '--json')).out);
      for (const _ of [1, 2]) assert.equal((await webhook('test', id)).code, 0);
      await until(() => received.length === 2 && /answered 204/.test(listening.err));
      assert.match(listening.err, /\/events answered 500\n.*\/events answered 204/);
      const printed = listening.out.trim().split('\n');
      assert.deepEqual(
        received.map(({ body }) => body),
        printed,
      );
      for (const { headers, body } of received) {
        const hmac = (signed: string) => createHmac('sha256', 'a secret of a developer').update(signed);
        assert.equal(headers['service-signature'], hmac(body).digest('hex'));
        assert.equal(headers['webhook-id'], JSON.parse(body).id);
        const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
        assert.equal(headers['webhook-signature'], `v1,${hmac(signed).digest('base64')}`);
        assert.deepEqual([JSON.parse(body).type, JSON.parse(body).data.webhookId], ['com.service.v1.webhook.test', id]);
      }
      listening.child.kill('SIGINT');
      await once(listening.child, 'exit');
      assert.equal(listening.child.exitCode, 130);
      const client = await install.client();
      const events = ['com.service.v1.webhook.test'];
      // At most five listeners may exist, so this works only after that of the command has ended.
      for (let count = 0; count < 5; count += 1) await client.call('POST /api/v1/webhook-listeners', { body: { eventTypes: events } });
    } finally {
      listening.child.kill('SIGKILL');
      receiver.close();
    }
  });

  it('refuses an address that is none, and an unknown event type', async () => {
    const refused = await webhook('listen', '--forward', 'localhost:3000');
    assert.deepEqual([refused.code, /http:\/\/ or https:\/\//.test(refused.err)], [2, true], refused.err);
    assert.equal((await webhook('listen', '--forward', 'http://localhost:3000', '--secret-file', join(folder, 'missing'))).code, 2);
    assert.match((await webhook('listen', '--event', 'unknown')).err, /no event type 'unknown'/);
  });
});
