/** The grant type authorization_code: the authorisation code that a client has received for a person, with the verifier of PKCE (RFC 7636). */
import { createHash } from 'node:crypto';
import { invalid, Problem, withReason } from '../../../../core/base/problem.ts';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import type { UsableClient } from '../../oauth-clients/index.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import { issueAccessToken, disabledUser, type GrantType, requireTokenField, type TokenCall, unusableGrant } from './grant-type.ts';
import { type AllowedAccess, endGrant, type OpenedGrant, openGrant } from './grants.ts';

/** Redeems a code for tokens, or refuses it. */
export const redeemAuthorizationCode: GrantType = async (call) => {
  const code = requireTokenField(call, 'code');
  const verifier = verifierOf(call);
  requireTokenField(call, 'redirect_uri');
  const client = await authenticateClient(call);

  const redeemed = await call.db.transaction((tx) => redeem(tx, call, client, { hash: call.identity.tokens.hash(code), verifier }));
  if (redeemed instanceof Problem) throw redeemed;
  return issueAccessToken(call, { ...redeemed.terms, asTheirs: client.vendor_words }, redeemed.refreshToken);
};

/** @rule oauth.token.verifier */
function verifierOf(call: TokenCall): string {
  const verifier = requireTokenField(call, 'code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    throw invalid(
      'invalid_request',
      'The field code_verifier must have 43 to 128 characters of A-Z, a-z, 0-9, hyphen, dot, underscore and tilde.',
    );
  return verifier;
}

/** Returns a refusal instead of throwing it, so that the end of a grant after a second use is committed. */
async function redeem(
  tx: Tx,
  call: TokenCall,
  client: UsableClient,
  { hash, verifier }: { hash: Buffer; verifier: string },
): Promise<OpenedGrant | Problem> {
  const code = await lockCode(tx, hash);
  if (!code) return unusableGrant('code', 'The code is unknown. Codes are forgotten after a day, or when the user takes the access back.');
  if (code.client_id !== client.id)
    return unusableGrant('code', 'The code was issued to another client.', 'Check the client_id of the request.');
  const { redirect_uri: sent = '' } = call.body;
  if (code.redirect_uri !== sent) return unusableGrant('code', ...otherRedirect(sent, code.redirect_uri));
  if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) return otherVerifier();
  if (code.grant_id !== null) return endGrantOfUsedCode(tx, code.grant_id);
  if (code.expired) return unusableGrant('code', 'The code is older than 60 seconds.', 'Redeem a code immediately, and check for delays.');
  if (!code.active) return disabledUser();
  const opened = await openGrant(tx, call, code);
  if (opened instanceof Problem) return opened;
  await tx.rows(sql`
    update oauth_code
    set grant_id = ${opened.id}
    where hash = ${hash}`);
  return opened;
}

const otherRedirect = (sent: string, used: string): [reason: string, advice: string] => [
  `The redirect_uri is ${sent}, but the code was asked for with ${used}.`,
  'Send the same redirect_uri to both endpoints, byte for byte.',
];

const otherVerifier = (): Problem =>
  withReason(invalid('invalid_grant', 'The field code_verifier does not fit the code_challenge with which the code was asked for.'), {
    reason: 'The SHA-256 of code_verifier in base64url is not the code_challenge with which the code was asked for.',
    advice: 'Keep the verifier of each authorisation request until its code is redeemed, and send exactly that one.',
  });

/**
 * A second use ends the grant of the first one, because one of the two was not by the client (RFC 6749, section 4.1.2). There is no grace: who has
 * stolen a code and its verifier uses them within seconds. Returns the refusal.
 * @rule oauth.token.code-once
 */
async function endGrantOfUsedCode(tx: Tx, grant: string): Promise<Problem> {
  await endGrant(tx, grant, { actor: undefined, byBearer: false });
  return unusableGrant(
    'code',
    'The code was used before. The grant of the first use has ended.',
    'Redeem each code once, and do not repeat the request.',
  );
}

/** A code with the account that gave it. */
type CodeRow = AllowedAccess & {
  active: boolean;
  redirect_uri: string;
  challenge: string;
  expired: boolean;
  grant_id: string | null;
};

/** Seconds for which a code is valid. */
const CODE_SECONDS = 60;

/** Locks a code and its account. */
const lockCode = (tx: Tx, hash: Buffer): Promise<CodeRow | undefined> =>
  tx.one(sql`
    select c.client_id, c.tenant_id, c.account_id, a.active, c.scopes, c.redirect_uri, c.challenge, c.authenticated_at, c.grant_id,
           c.created_at <= now() - make_interval(secs => ${CODE_SECONDS}) as expired
    from oauth_code c
    join account a on a.id = c.account_id
    where c.hash = ${hash}
    for update of c
    for no key update of a`);
