import { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES, type Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';

import { connect } from '../../connect.ts';
import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { sleep, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** Seconds that the server may add to the pause between two polls (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

/** Signs in by a code that a person types in a browser on any machine, and returns the tokens. */
export async function signInByDevice(url: string, shell: Shell, output: Output): Promise<Schema<'OauthTokens'>> {
  const client = connect(url, '', shell.signal);
  const { body: codes } = await client.call('POST /oauth/device_authorization', {
    body: { client_id: COMMAND_LINE_CLIENT, scope: COMMAND_LINE_SCOPES.join(' ') },
  });
  output.note(`Open ${oneLine(codes.verification_uri)} in a browser on any machine, and type the code ${oneLine(codes.user_code)}`);
  output.note(`Or open this address, which contains the code: ${oneLine(codes.verification_uri_complete)}`);

  for (let seconds = codes.interval; ;) {
    await sleep(seconds * 1000, shell.signal);
    try {
      const body = { grant_type: GRANT_TYPE, device_code: codes.device_code, client_id: COMMAND_LINE_CLIENT };
      return (await client.call('POST /oauth/token', { body })).body;
    } catch (error) {
      const code = error instanceof ApiError ? error.detail : undefined;
      if (code === 'slow_down') seconds += SLOWER_SECONDS;
      else if (code === 'access_denied') throw new Failure('refused', 'The sign-in was refused in the browser.');
      else if (code === 'expired_token')
        throw new Failure('refused', 'The code has expired after ten minutes. Start `millrace login` again.');
      else if (code !== 'authorization_pending') throw error;
    }
  }
}
