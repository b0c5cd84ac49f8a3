/** The contestants of P7 and P8: the token endpoint of Millrace and that of oidc-provider, with the same clients. P12 uses its client. */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Contestant, Stage } from './contestant.ts';
import { onDatabase, type DatabaseServer, startPeer, type PeerProcess } from './processes.ts';
import { callMillrace, startMillrace, type Millrace } from './millrace.ts';
import type { ProviderQuestion } from './peers/oidc-provider.ts';
import type { TokenOrder } from './peers/token-load.ts';

/** The grant type by which the client requests tokens. */
export type TokenGrant = 'secret' | 'assertion' | 'refresh';

/** The parts that both contestants share: the database server, the load generator, the seconds of load, and the algorithm of access tokens. */
export type TokenBench = {
  database: DatabaseServer;
  generator: PeerProcess;
  grant: TokenGrant;
  seconds: number;
  algorithm: 'ES384' | 'ES256';
};

/** Connections of the load generator. */
export const TOKEN_CONNECTIONS = 50;

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
const PEM = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const SCOPES = ['user_default', 'offline_access'];

type Target = Omit<TokenOrder, 'connections' | 'seconds'>;

/** Sends the load. The first two seconds of each turn are not counted. */
async function run({ smoke }: Stage, { generator, seconds }: TokenBench, targetOf: () => Promise<Target>): Promise<number> {
  const order = async (time: number): Promise<TokenOrder> => ({ ...(await targetOf()), connections: TOKEN_CONNECTIONS, seconds: time });
  await generator.ask<number>(await order(smoke ? 1 : 2));
  return generator.ask<number>(await order(seconds));
}

/** The token endpoint of Millrace. */
export function millraceTokens(bench: TokenBench): Contestant {
  const { database, grant, algorithm } = bench;
  let server: Millrace;
  let target: Target;
  return {
    name: 'Millrace',
    start: async (turn) => {
      server = await startMillrace(turn, await database.create('tokens', turn), 'none', {
        settings: { MILLRACE_TOKEN_ALGORITHM: algorithm },
      });
      const allowedAuthMethods = [grant === 'assertion' ? 'private_key_jwt' : 'client_secret'];
      const { id, secret } = await createBenchClient(server, { allowedAuthMethods, publicKeys: [KEY] });
      const proof = grant === 'assertion' ? { key: PEM, audience: server.url } : { secret };
      target = { url: server.url, path: '/oauth/token', client: id, ...proof };
    },
    run: (turn) =>
      run(turn, bench, async () => (grant === 'refresh' ? { ...target, refreshTokens: await grantsOf(server, target.client) } : target)),
  };
}

/** Creates an OAuth client of the administrator. */
export async function createBenchClient(server: Pick<Millrace, 'url' | 'token'>, fields: object): Promise<{ id: string; secret: string }> {
  const body = {
    appType: 'web',
    clientName: 'Bench',
    redirectUris: ['https://client.example.com/callback'],
    allowedScopes: SCOPES,
    allowedGrantTypes: ['client_credentials'],
    ...fields,
  };
  const created = await callMillrace<{ clientId: string; clientSecret: string }>(server, 'POST', '/api/v1/oauth-clients', body);
  return { id: created.clientId, secret: created.clientSecret };
}

/** Adds grants of the administrator by SQL, in place of authorization codes, and returns their refresh tokens. */
export async function grantsOf({ databaseUrl, key }: Millrace, client: string): Promise<string[]> {
  const tokens = Array.from({ length: TOKEN_CONNECTIONS }, () => `mrr_${randomBytes(32).toString('base64url')}`);
  const hashes = tokens.map((token) => createHmac('sha256', Buffer.from(key, 'base64')).update(token).digest());
  await onDatabase(databaseUrl, (connection) =>
    connection.query(
      `with made as (
         insert into oauth_grant (id, client_id, tenant_id, account_id, scopes, authenticated_at, expires_at)
         select gen_random_uuid(), c.id, c.tenant_id, c.owner_id, $2, now(), now() + interval '1 day'
         from oauth_client c, generate_series(1, $3)
         where c.id = $1
         returning id),
       numbered as (select id, row_number() over () as number from made)
       insert into oauth_refresh_token (hash, grant_id)
       select h.hash, n.id
       from unnest($4::bytea[]) with ordinality as h (hash, number)
       join numbered n on n.number = h.number`,
      [client, SCOPES, TOKEN_CONNECTIONS, hashes],
    ),
  );
  return tokens;
}

/** The library oidc-provider, with an adapter for PostgreSQL. */
export function providerTokens(bench: TokenBench): Contestant {
  const { database, grant, algorithm } = bench;
  const secret = randomBytes(32).toString('base64url');
  const client = {
    client_id: 'bench',
    client_secret: secret,
    redirect_uris: ['https://client.example.com/callback'],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_method: grant === 'assertion' ? 'private_key_jwt' : 'client_secret_post',
    id_token_signed_response_alg: algorithm,
    scope: 'openid offline_access user_default',
    ...(grant === 'assertion' && { jwks: { keys: [KEY] } }),
  };
  let peer: PeerProcess;
  let target: Target;
  return {
    name: 'oidc-provider',
    start: async (turn) => {
      const environment = {
        DATABASE_URL: await database.create('provider', turn),
        ALGORITHM: algorithm,
        CLIENTS: JSON.stringify([client]),
      };
      peer = await startPeer(turn, 'oidc-provider', environment);
      const url = await peer.ask<string>({} satisfies ProviderQuestion);
      target = {
        url,
        path: '/token',
        client: 'bench',
        ...(grant === 'assertion' ? { key: PEM, audience: 'http://127.0.0.1' } : { secret }),
      };
    },
    run: (turn) =>
      run(turn, bench, async () => {
        const question: ProviderQuestion = { refreshTokens: { client: 'bench', count: TOKEN_CONNECTIONS } };
        return grant === 'refresh' ? { ...target, refreshTokens: await peer.ask<string[]>(question) } : target;
      }),
  };
}
