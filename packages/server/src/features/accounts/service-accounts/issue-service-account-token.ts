import { hasIdForm } from '../../../core/base/id.ts';
import { basicCredentials } from '../../../core/http/basic-credentials.ts';
import { endpoint } from '../../../core/http/endpoint.ts';
import { unauthenticated } from '../../../core/base/problem.ts';
import { recordRefusedSignIn } from '../../security/audit-log/index.ts';
import { admitById } from '../../security/ip-allowlist/index.ts';
import { selectCredentials } from './queries.ts';

/**
 * Issues a token for the id and a secret of a service account.
 * @rule service-accounts.token.credentials
 * @rule service-accounts.token.form
 */
export const issueServiceAccountToken = endpoint('POST /security/oauth/token', {
  allow: 'public',
  transaction: 'none',

  async run(call) {
    const { db, tokens, accessTokens, header, client, changeFacts } = call;
    const sent = credentialsIn(header('authorization'));
    const found = sent && (await selectCredentials(db.reader, sent.id, tokens.hash(sent.secret)));
    if (!found) {
      await recordRefusedSignIn(call, changeFacts({ status: 401 }), sent?.id);
      throw unauthenticated(
        'client_unknown',
        'The id or the secret of the service account is missing or wrong: send both in the header Authorization, by HTTP Basic.',
        'Basic realm="service accounts"',
      );
    }

    await admitById(call, found.account, client);

    const { token, seconds } = await accessTokens.issue(found);
    return { status: 200, body: { access_token: token, token_type: 'Bearer' as const, expires_in: String(seconds) } };
  },
});

/** Unlike OAuth clients, service accounts do not form-encode the id and the secret. */
function credentialsIn(header: string | undefined): { id: string; secret: string } | undefined {
  const { user: id = '', password: secret = '' } = basicCredentials(header) ?? {};
  return hasIdForm(id.toLowerCase()) && /^[\x21-\x7e]{1,200}$/.test(secret) ? { id, secret } : undefined;
}
