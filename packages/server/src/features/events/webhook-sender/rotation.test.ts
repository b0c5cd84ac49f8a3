import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { signatureHeaders } from '@millrace/wire/webhook-signatures';
import { Webhook } from 'standardwebhooks';
import { programEnvironment } from '../../../../test/support/program-environment.ts';
import { startReceiver, type Received } from '../../../../test/support/receiver.ts';
import { startWebhookSite } from '../../../../test/support/webhook-site.ts';

const { webhook, change, raise, ended, keys } = await startWebhookSite();
/** A soak sets a larger number. */
const ROTATIONS = Number(process.env['MILLRACE_SOAK_ROTATIONS'] ?? 5);
const secretOf = (round: number): string => `secret-number-${round}-`.padEnd(32, 'x');
const verifierOf = (secret: string): Webhook => new Webhook(`whsec_${Buffer.from(secret).toString('base64')}`);
const isValid = (secret: string, body: string, headers: Received['headers']): boolean => {
  try {
    verifierOf(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

test('a receiver that knows the secret before or after a rotation accepts every delivery', async () => {
  const receiver = await startReceiver(keys);
  const id = await webhook(receiver.url, { secret: secretOf(0) });
  let raised = 0;
  for (let round = 0; round < ROTATIONS; round += 1) {
    const before = receiver.received.length;
    await raise(2);
    raised += 2;
    await ended(id, raised);
    for (const { body, headers } of receiver.received.slice(before)) {
      const validBy = [round - 2, round - 1, round, round + 1].filter((one) => one >= 0 && isValid(secretOf(one), body, headers));
      assert.deepEqual(validBy, round === 0 ? [0] : [round - 1, round]);
    }
    await change(id, { secret: secretOf(round + 1) });
  }
});

describe('a changed request', () => {
  const secret = secretOf(1);
  const body = JSON.stringify({ id: 'an-event', data: { text: 'größer als 1 €' } });
  const seconds = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders({ id: 'an-event', seconds, body }, [secret, secretOf(0)]);

  test('is accepted only as it was sent', () => {
    assert.ok(isValid(secret, body, headers));
    for (let at = 0; at < body.length; at += 1) {
      const changed = body.slice(0, at) + (body[at] === 'x' ? 'y' : 'x') + body.slice(at + 1);
      assert.equal(isValid(secret, changed, headers), false, `position ${at}`);
      assert.equal(isValid(secret, body.slice(0, at) + body.slice(at + 1), headers), false, `without position ${at}`);
    }
    for (const changed of [
      { 'webhook-id': 'another-event' },
      { 'webhook-timestamp': String(seconds + 1) },
      { 'webhook-timestamp': String(seconds - 3600) },
      { 'webhook-signature': '' },
      { 'webhook-signature': 'v1,' },
      { 'webhook-signature': headers['webhook-signature']?.replaceAll('v1,', 'v2,') ?? '' },
    ])
      assert.equal(isValid(secret, body, { ...headers, ...changed }), false, JSON.stringify(changed));
  });

  const CHECK = `
import json, sys
from standardwebhooks.webhooks import Webhook
given = json.load(sys.stdin)
Webhook(given["secret"]).verify(given["body"], given["headers"])
`;
  const runAsync = promisify(execFile);
  const python = async (code: string, input = ''): Promise<boolean> => {
    const running = runAsync('python3', ['-c', code], { env: programEnvironment() });
    running.child.stdin?.end(input);
    return running.then(
      () => true,
      () => false,
    );
  };

  test('is accepted by the Python library as it was sent', async (t) => {
    if (!(await python('import standardwebhooks')))
      return t.skip('standardwebhooks is not installed for python3; "pip install standardwebhooks" adds it');
    const given = (text: string): string =>
      JSON.stringify({ secret: `whsec_${Buffer.from(secret).toString('base64')}`, body: text, headers });
    assert.deepEqual([await python(CHECK, given(body)), await python(CHECK, given(`${body} `))], [true, false]);
  });
});
