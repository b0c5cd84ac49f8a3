/** OAuth clients, codes and requests for tests. */
import { createHash } from 'node:crypto';
import { sql } from '../../../../core/database/sql.ts';
import type { Answer, TestServer } from '../../../../../test/support/server.ts';

/** A client with its secret. */
export type TestClient = { id: string; secret: string };

/** The redirect URI of the clients. */
export const REDIRECT_URI = 'https://report.example.com/callback';

/** Creates a client of the type web, with a secret, all grant types and some scopes. */
export async function createTestClient({ call }: Pick<TestServer, 'call'>, fields: object = {}): Promise<TestClient> {
  const { status, body } = await call('POST /api/v1/oauth-clients', {
    body: {
      appType: 'web',
      clientName: 'Report',
      redirectUris: [REDIRECT_URI],
      allowedScopes: ['user_default', 'admin_classic', 'offline_access'],
      allowedGrantTypes: ['client_credentials', 'urn:service:oauth:user-impersonation'],
      ...fields,
    },
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.clientId, secret: body.clientSecret };
}

/** Creates a client of the type native, which cannot keep a secret and so has none. */
export const createPublicClient = (server: Pick<TestServer, 'call'>, fields: object = {}): Promise<TestClient> =>
  createTestClient(server, { appType: 'native', allowedGrantTypes: [], ...fields });

/** Requests a token without a bearer token. */
export const askToken = ({ call }: Pick<TestServer, 'call'>, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  call('POST /oauth/token', { token: undefined, body, headers });

/** Requests a token by a form. */
export const askTokenByForm = (
  { call }: Pick<TestServer, 'call'>,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call('POST /oauth/token', {
    token: undefined,
    text: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });

/** The header of HTTP Basic for a client. */
export const basicHeader = ({ id, secret }: TestClient): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

/** A code verifier of PKCE. */
export const VERIFIER = 'verifier-0123456789-abcdefghijklmnopqrstuvwxyz~.';

const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** The data of a code in the database. */
type CodeTerms = { client: string; account: string; scopes?: readonly string[]; age?: string; redirectUri?: string; challenge?: string };

/** Adds a code, as the authorisation endpoint does after consent of a person, and returns it. */
export async function addCode({ platform, make }: Pick<TestServer, 'platform' | 'make'>, terms: CodeTerms): Promise<string> {
  const {
    client,
    account,
    scopes = ['user_default', 'offline_access'],
    age = '0 s',
    redirectUri = REDIRECT_URI,
    challenge = CHALLENGE,
  } = terms;
  const { secret, hash } = platform.identity.tokens.create('oauthCode');
  await platform.db.writer.rows(sql`
    insert into oauth_code (hash, client_id, tenant_id, account_id, scopes, redirect_uri, challenge, authenticated_at, created_at)
    values (
      ${hash}, ${client}, ${await make.tenant()}, ${account}, ${[...scopes]}::text[], ${redirectUri},
      ${challenge}, now() - interval '1 minute', now() - ${age}::interval)`);
  return secret;
}

/** The fields of a request that redeems a code. */
export const codeFields = (client: TestClient, code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  client_id: client.id,
  client_secret: client.secret,
  redirect_uri: REDIRECT_URI,
  code_verifier: VERIFIER,
});

/** Gets tokens for an account by a code. */
export async function tokensFor(
  server: TestServer,
  client: TestClient,
  account: string,
  scopes?: readonly string[],
): Promise<Answer['body']> {
  const code = await addCode(server, { client: client.id, account, ...(scopes && { scopes }) });
  const { status, body } = await askToken(server, codeFields(client, code));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}
