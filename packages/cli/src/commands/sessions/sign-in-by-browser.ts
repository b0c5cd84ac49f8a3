import { createHash, randomBytes } from 'node:crypto';

import { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES, type Schema } from '@millrace/contract';

import { connect } from '../../connect.ts';
import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import type { Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { openBrowser } from './open-browser.ts';
import { startReceiver } from './redirect-receiver.ts';

const random = (): string => randomBytes(32).toString('base64url');

/** Signs in in the browser of this machine, which is redirected to a port of this process at the end (RFC 8252), and returns the tokens. */
export async function signInByBrowser(url: string, shell: Shell, output: Output): Promise<Schema<'OauthTokens'>> {
  const client = connect(url, '', shell.signal);
  const { body: server } = await client.call('GET /.well-known/oauth-authorization-server');
  const state = random();
  const verifier = random();
  const receiver = await startReceiver(state);
  try {
    const parameters = {
      response_type: 'code',
      client_id: COMMAND_LINE_CLIENT,
      redirect_uri: receiver.redirectUri,
      scope: COMMAND_LINE_SCOPES.join(' '),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const address = `${server.authorization_endpoint}?${new URLSearchParams(parameters)}`;
    const opens = openBrowser(address, shell.env);
    output.note(
      `${opens ? 'Sign in in the browser. If none opens, open this address' : 'Open this address in a browser of this machine'}: ${oneLine(address)}`,
    );
    if (!opens) output.note('If this machine has no browser, use `millrace login --device`.');

    const { code, issuer } = await receiver.answer(shell.signal);
    // The answer of another server must not be used with this one (RFC 9207).
    if (issuer !== server.issuer)
      throw new Failure('refused', 'The browser was redirected by another server. Start `millrace login` again.');
    const { body } = await client.call('POST /oauth/token', {
      body: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: receiver.redirectUri,
        client_id: COMMAND_LINE_CLIENT,
        code_verifier: verifier,
      },
    });
    return body;
  } finally {
    receiver.close();
  }
}
