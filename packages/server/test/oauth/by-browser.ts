/** The part of an authorisation that happens in the browser of a person. */
import assert from 'node:assert/strict';
import { addCode } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import type { TestServer } from '../support/server.ts';

/** Opens the address to which a client sends its person, allows the client, and returns the address to which the person comes back. */
export async function allowByBrowser(server: TestServer, start: string | URL, account: string): Promise<URL> {
  const asked = new URL(start);
  assert.equal(asked.origin + asked.pathname, `${server.url}/oauth/authorize`);
  const read = (name: string): string => {
    const [value, ...more] = asked.searchParams.getAll(name);
    assert.ok(value !== undefined && more.length === 0, `${name} in ${asked.href}`);
    return value;
  };
  assert.deepEqual([read('response_type'), read('code_challenge_method')], ['code', 'S256']);
  const code = await addCode(server, {
    client: read('client_id'),
    account,
    scopes: read('scope').split(' '),
    redirectUri: read('redirect_uri'),
    challenge: read('code_challenge'),
  });
  const back = new URL(read('redirect_uri'));
  for (const [name, value] of Object.entries({ code, state: read('state'), iss: server.url })) back.searchParams.set(name, value);
  return back;
}
