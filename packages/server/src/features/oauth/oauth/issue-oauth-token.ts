import { neutralWord } from '@millrace/contract';
import { invalid } from '../../../core/base/problem.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { GRANT_TYPES } from './grant-types.ts';

/**
 * Issues tokens to an OAuth client.
 * @rule oauth.token.grants
 * @rule oauth.public.bearer
 */
export const issueOauthToken = endpoint('POST /oauth/token', {
  allow: 'public',
  // Each grant type has its own transactions.
  transaction: 'none',

  async run(call) {
    const name = neutralWord(call.body.grant_type);
    const issue = Object.hasOwn(GRANT_TYPES, name) ? GRANT_TYPES[name] : undefined;
    if (!issue) throw invalid('unsupported_grant_type', `The field grant_type must be one of ${Object.keys(GRANT_TYPES).join(', ')}.`);
    // In addition to Cache-Control: RFC 6749, section 5.1, requires it for caches of HTTP/1.0.
    return { status: 200, headers: { pragma: 'no-cache' }, body: await issue(call) };
  },
});
