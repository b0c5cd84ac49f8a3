/** The grant types of a client without a person present: for itself as its bot user, and on behalf of a user. */
import { neutralWord, type Schema } from '@millrace/contract';
import { hasIdForm } from '../../../../core/base/id.ts';
import { invalid, type Problem } from '../../../../core/base/problem.ts';
import { sql, type Tx } from '../../../../core/database/sql.ts';
import type { BatchedStatement } from '../../../../core/database/statement-batcher.ts';
import { checkAs } from '../../../../core/http/validation.ts';
import type { Platform } from '../../../../core/platform/platform.ts';
import { addBot } from '../../../accounts/people/index.ts';
import { hasConnectionConfig, IMPERSONATION, type OwnedClient, type UsableClient } from '../../oauth-clients/index.ts';
import { askedScopes } from '../clients/asked-scopes.ts';
import { authenticateClient } from '../clients/client-proof.ts';
import { issueAccessToken, disabledUser, type GrantType, requireTokenField, type TokenCall } from './grant-type.ts';

/**
 * Issues a token to a client for itself.
 * @rule oauth.token.client-credentials
 */
export const issueClientToken: GrantType = async (call) => {
  const client = await requireClientFor(call, 'client_credentials');
  const scopes = scopesWithoutUser(call, client);
  return issueFor(call, client, scopes, await findOrAddBot(call, client));
};

/**
 * Issues a token to a client on behalf of a user of its tenant. Refuses an unknown user.
 * @rule oauth.token.impersonate
 */
export const issueImpersonationToken: GrantType = async (call) => {
  const lookup = lookupOf(call);
  const client = await requireClientFor(call, IMPERSONATION);
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

/**
 * Authenticates the client of a request. Refuses one that may not use the grant type, or that its tenant does not allow.
 * @rule oauth.token.grants-allowed
 */
async function requireClientFor(call: TokenCall, grantType: string): Promise<OwnedClient> {
  const client = await authenticateClient(call);
  const { tenant_id: tenant } = client;
  if (tenant === null || client.app_type !== 'web')
    throw invalid('unauthorized_client', `Only clients of the type web that a tenant has created may use the grant type ${grantType}.`);
  if (!client.allowed_grant_types.map(neutralWord).includes(grantType))
    throw invalid('unauthorized_client', `The client may not use the grant type ${grantType}: add it to its allowedGrantTypes.`);
  if (!(await call.batcher.run(hasConnectionConfig, { client: client.id, tenant })))
    throw invalid('unauthorized_client', 'The tenant does not allow the client: an administrator has deleted its connection config.');
  return { ...client, tenant_id: tenant };
}

/** Returns the scopes of a request without offline_access: without a person there is no refresh token. Refuses if no scope is left. */
const scopesWithoutUser = ({ body }: TokenCall, { allowed_scopes: allowed }: UsableClient): string[] => {
  const scopes = askedScopes(body.scope, allowed).filter((scope) => scope !== 'offline_access');
  if (scopes.length === 0)
    throw invalid('invalid_scope', 'The scope offline_access is only for clients that act for a person who is away.');
  return scopes;
};

/** Issues a token for an account, or refuses a disabled one. */
async function issueFor(
  call: TokenCall,
  client: UsableClient,
  scopes: readonly string[],
  subject: SubjectRow,
): Promise<Schema<'OauthTokens'>> {
  if (!subject.active) throw disabledUser();
  return issueAccessToken(call, {
    account: subject.id,
    tenant: subject.tenant_id,
    client: client.id,
    scopes,
    asTheirs: client.vendor_words,
  });
}

/** Reads the user that a request names, as an object or as its JSON. Refuses any other text. */
function lookupOf(call: TokenCall): Schema<'OauthUserLookup'> {
  const sent = requireTokenField(call, 'user_lookup');
  if (typeof sent !== 'string') return sent;
  let value: unknown;
  try {
    value = JSON.parse(sent);
  } catch {
    throw invalid('invalid_request', 'user_lookup: the text is not JSON, as in {"field":"subject","value":"ada"}.');
  }
  return checkAs('OauthUserLookup', 'user_lookup', value);
}

/** Finds the bots of clients of simultaneous requests by one statement. */
const bots: BatchedStatement<string, SubjectRow | undefined> = {
  atOnce: 1,
  most: 100,
  run: async ({ reader }, clients) => {
    const rows = await reader.rows<SubjectRow & { client_id: string }>(sql`
      select a.id, a.tenant_id, a.active, a.bot_client_id as client_id
      from account a
      join oauth_client c on c.id = a.bot_client_id and c.tenant_id = a.tenant_id
      where a.bot_client_id = any (${[...new Set(clients)]}::uuid[])`);
    const found = new Map(rows.map((row) => [row.client_id, row]));
    return clients.map((client) => found.get(client));
  },
};

/**
 * Returns the bot user of a client; the first request creates it.
 * @rule oauth.bots.first
 */
async function findOrAddBot({ db, batcher }: Platform, client: OwnedClient): Promise<SubjectRow> {
  const known = await batcher.run(bots, client.id);
  if (known) return known;
  const id = await db.transaction((tx) => addBot(tx, { tenant: client.tenant_id, client: client.id, name: client.name }));
  return { id, tenant_id: client.tenant_id, active: true };
}

/** The account for which a client acts. */
type SubjectRow = { id: string; tenant_id: string; active: boolean };

/** Finds a person of a tenant by its login or its id. */
const findSubject = (tx: Tx, tenant: string, by: { login: string } | { id: string }): Promise<SubjectRow | undefined> =>
  tx.one(sql`
    select id, tenant_id, active
    from account
    where tenant_id = ${tenant}
      and user_type = 'HUMAN'
      and bot_client_id is null
      and ${'id' in by ? sql`id = ${by.id}` : sql`lower(login) = lower(${by.login})`}`);
