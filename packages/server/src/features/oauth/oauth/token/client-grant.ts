/** The grant types of a client without a person present: for itself as its bot user, and on behalf of a user. */
import { neutralWord, type Schema } from '@millrace/contract';
import { hasIdForm } from '../../../../core/base/id.ts';
import { invalid, type Problem } from '../../../../core/base/problem.ts';
import { checkAs } from '../../../../core/http/validation.ts';
import { hasConnectionConfig, IMPERSONATION, type OwnedClient, type UsableClient } from '../../oauth-clients/index.ts';
import { askedScopes } from '../clients/asked-scopes.ts';
import { botOf } from './bots.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import { disabledUser, requiredField, type GrantType, type TokenCall } from './grant-type.ts';
import { answerToken, type AccessTerms } from './token-answer.ts';
import { findSubject, type SubjectRow } from './token-queries.ts';

/**
 * Issues a token to a client for itself.
 * @rule oauth.token.client-credentials
 */
export const issueClientToken: GrantType = async (call) => {
  const client = await clientFor(call, 'client_credentials');
  const scopes = scopesWithoutUser(call, client);
  return issueFor(call, client, scopes, await botOf(call, client));
};

/**
 * Issues a token to a client on behalf of a user of its tenant.
 * @rule oauth.token.impersonate
 */
export const issueImpersonationToken: GrantType = async (call) => {
  const lookup = lookupOf(call);
  const client = await clientFor(call, IMPERSONATION);
  const scopes = scopesWithoutUser(call, client);
  if (lookup.field === 'userId' && !hasIdForm(lookup.value)) throw unknownUser();
  const by = lookup.field === 'userId' ? { id: lookup.value } : { login: lookup.value };
  const subject = await findSubject(call.db.reader, client.tenant_id, by);
  if (!subject) throw unknownUser();
  return issueFor(call, client, scopes, subject);
};

const unknownUser = (): Problem =>
  invalid(
    'invalid_request',
    'user_lookup: the tenant of the client has no such user; service accounts and bot users cannot be impersonated.',
  );

/** @rule oauth.token.grants-allowed */
async function clientFor(call: TokenCall, grantType: string): Promise<OwnedClient> {
  const client = await authenticateClient(call);
  const { tenant_id: tenant } = client;
  if (tenant === null || client.app_type !== 'web' || !client.allowed_grant_types.map(neutralWord).includes(grantType))
    throw invalid('unauthorized_client', `The client may not use the grant type ${grantType}: add it to its allowedGrantTypes.`);
  if (!(await call.batcher.run(hasConnectionConfig, { client: client.id, tenant })))
    throw invalid('unauthorized_client', 'The tenant does not allow the client: an administrator has deleted its connection config.');
  return { ...client, tenant_id: tenant };
}

/** Without a person there is no refresh token, so offline_access is left out. */
const scopesWithoutUser = ({ body }: TokenCall, { allowed_scopes: allowed }: UsableClient): string[] => {
  const scopes = askedScopes(body.scope, allowed).filter((scope) => scope !== 'offline_access');
  if (scopes.length === 0)
    throw invalid('invalid_scope', 'The scope offline_access is only for clients that act for a person who is away.');
  return scopes;
};

async function issueFor(
  call: TokenCall,
  client: UsableClient,
  scopes: readonly string[],
  subject: SubjectRow,
): Promise<Schema<'OauthTokens'>> {
  if (!subject.active) throw disabledUser();
  const terms: AccessTerms = {
    account: subject.id,
    tenant: subject.tenant_id,
    client: client.id,
    scopes,
    vendorWords: client.vendor_words,
  };
  return answerToken(call, terms);
}

function lookupOf(call: TokenCall): Schema<'OauthUserLookup'> {
  const sent = requiredField(call, 'user_lookup');
  if (typeof sent !== 'string') return sent;
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    throw invalid('invalid_request', 'user_lookup: the text is not JSON, as in {"field":"subject","value":"ada"}.');
  }
  return checkAs('OauthUserLookup', 'user_lookup', value);
}
