// run: in test:all because it is a long journey
/** The commands about OAuth, on the machine of an install. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startCommandLine } from '../support/command-line.ts';

const { install, millrace } = await startCommandLine();

describe('the command line for OAuth', () => {
  it('shows why requests of a client were refused', async () => {
    const client = await install.client();
    const { body } = await client.call('POST /api/v1/oauth-clients', { body: { appType: 'web', clientName: 'Nightly report' } });
    // tries `millrace oauth doctor <client>`
    const doctor = ['oauth', 'doctor', 'Nightly report'];
    assert.match((await millrace(doctor)).out, /No request of the client was refused/);
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: body.clientId, client_secret: 'wrong' });
    assert.equal((await fetch(`${install.url}/oauth/token`, { method: 'POST', body: form })).status, 401);
    let out = '';
    for (let tries = 0; !out.includes('invalid_client') && tries < 100; tries += 1) {
      await wait(500);
      out = (await millrace(doctor)).out;
    }
    assert.match(
      out,
      /\/oauth\/token {2}client_credentials {2}invalid_client {2}from (127\.0\.0\.1|::1)\n {2}The secret is wrong.*\n {2}Compare/,
    );
    const [entry] = JSON.parse((await millrace([...doctor, '--json'])).out);
    assert.equal(entry.number, 1);
    assert.equal((await millrace(['oauth', 'doctor', 'unknown'])).code, 4);
    assert.equal((await millrace(['oauth', 'doctor', crypto.randomUUID()])).code, 4);
  });

  it('lists and ends grants', async () => {
    const listed = await millrace(['oauth', 'tokens']);
    assert.match(listed.out + listed.err, /No program acts by OAuth/);
    assert.deepEqual(JSON.parse((await millrace(['oauth', 'tokens', '--json'])).out), []);
    assert.equal((await millrace(['oauth', 'revoke', crypto.randomUUID(), '--yes'])).code, 4);
    assert.equal((await millrace(['oauth', 'revoke', 'x', '--yes'])).code, 4);
  });
});
