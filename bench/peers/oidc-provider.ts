/**
 * The peer of P7 and P8: oidc-provider with its tokens, grants and used assertions in PostgreSQL. Its access tokens are JWTs that are signed by
 * ALGORITHM, so that it stores none. CLIENTS is a JSON list of clients.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { Pool } from 'pg';
import { databaseUrl, serve } from './serve.ts';

/** A question to this peer: for its address, or for `count` new refresh tokens of a client. */
export type ProviderQuestion = { refreshTokens?: { client: string; count: number } };

const pool = new Pool({ connectionString: databaseUrl(), max: 10 });
await pool.query(`create table model (
  kind text, id text, payload jsonb not null, grant_id text, expires_at timestamptz, primary key (kind, id))`);
await pool.query('create index model_of_grant on model (grant_id)');

/** The store that the library demands: the records of one kind. */
class Rows {
  readonly #kind: string;

  constructor(kind: string) {
    this.#kind = kind;
  }

  async upsert(id: string, payload: object, seconds?: number): Promise<void> {
    await pool.query({
      name: 'upsert',
      text: `insert into model (kind, id, payload, grant_id, expires_at)
             values ($1, $2, $3, $3::jsonb ->> 'grantId', now() + make_interval(secs => $4))
             on conflict (kind, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      values: [this.#kind, id, JSON.stringify(payload), seconds ?? 1e9],
    });
  }

  async find(id: string): Promise<Record<string, unknown> | undefined> {
    const { rows } = await pool.query<{ payload: Record<string, unknown> }>({
      name: 'find',
      text: 'select payload from model where kind = $1 and id = $2 and expires_at > now()',
      values: [this.#kind, id],
    });
    return rows[0]?.payload;
  }

  findByUserCode = async (): Promise<undefined> => undefined;
  findByUid = async (): Promise<undefined> => undefined;

  async consume(id: string): Promise<void> {
    await pool.query({
      name: 'consume',
      text: `update model set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::bigint) where kind = $1 and id = $2`,
      values: [this.#kind, id],
    });
  }

  async destroy(id: string): Promise<void> {
    await pool.query({ name: 'destroy', text: 'delete from model where kind = $1 and id = $2', values: [this.#kind, id] });
  }

  async revokeByGrantId(grant: string): Promise<void> {
    await pool.query({ name: 'revoke', text: 'delete from model where grant_id = $1', values: [grant] });
  }
}

const algorithm = process.env['ALGORITHM'] === 'ES384' ? 'ES384' : 'ES256';
const { privateKey } = generateKeyPairSync('ec', { namedCurve: algorithm === 'ES384' ? 'P-384' : 'P-256' });
const API = 'https://api.example.com';
const clients = JSON.parse(process.env['CLIENTS'] ?? '[]') as { client_id: string }[];
/** Types of those parts of the library that are missing in modules.d.ts. */
type Models = {
  Client: { find(id: string): Promise<object | undefined> };
  Grant: new (of: object) => {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  };
  RefreshToken: new (of: object) => { save(): Promise<string> };
};

const provider = new Provider('http://127.0.0.1', {
  adapter: Rows,
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: algorithm, use: 'sig', kid: 'one' }] },
  ttl: { AccessToken: 21_600, ClientCredentials: 21_600, RefreshToken: 2_592_000, Grant: 2_592_000 },
  enabledJWA: { idTokenSigningAlgValues: [algorithm], clientAuthSigningAlgValues: ['RS256', 'RS512', 'ES384'] },
  scopes: ['openid', 'offline_access', 'user_default'],
  rotateRefreshToken: true,
  findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({ scope: 'user_default', accessTokenFormat: 'jwt', jwt: { sign: { alg: algorithm } } }),
    },
  },
});
const models = provider as unknown as Models;
const rows = new Rows('Client');
for (const client of clients) await rows.upsert(client.client_id, client);
const answer = provider.callback();
const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const address = server.address();
const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

async function refreshTokenOf(clientId: string): Promise<string> {
  const client = await models.Client.find(clientId);
  if (!client) throw new Error(`There is no client ${clientId}`);
  const grant = new models.Grant({ clientId, accountId: 'ada' });
  grant.addOIDCScope('openid offline_access');
  grant.addResourceScope(API, 'user_default');
  const grantId = await grant.save();
  const token = new models.RefreshToken({
    accountId: 'ada',
    client,
    grantId,
    gty: 'authorization_code',
    scope: 'openid offline_access user_default',
    resource: API,
    expiresWithSession: false,
  });
  return token.save();
}

serve<ProviderQuestion>({
  answer: async ({ refreshTokens }) =>
    refreshTokens ? Promise.all(Array.from({ length: refreshTokens.count }, () => refreshTokenOf(refreshTokens.client))) : url,
  stop: async () => {
    server.close();
    await pool.end();
  },
});
