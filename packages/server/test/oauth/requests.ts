/** Good requests to the OAuth endpoints, for tests that change them. */
import type { Route } from '@millrace/contract';
import { sql } from '../../src/core/database/sql.ts';
import { signedInPerson } from '../../src/features/accounts/sign-in/signed-in.fixture.ts';
import { REDIRECT_URI, addCode, createTestClient, tokensFor, VERIFIER } from '../../src/features/oauth/oauth/clients/oauth.fixture.ts';
import { askCodes, decide } from '../../src/features/oauth/oauth/devices/devices.fixture.ts';
import type { TestServer } from '../support/server.ts';
import { createSigner, type Signer } from './signer.ts';

/** The ways in which the client of a request proves its identity. */
export const PROOFS = ['secret', 'basic', 'assertion', 'none'] as const;
/** The requests, with the required type of the client. */
export const REQUESTS = ['code', 'refresh', 'self', 'impersonate', 'exchange', 'device', 'devices', 'revoke', 'introspect'] as const;
/** The name of a request. */
export type RequestName = (typeof REQUESTS)[number];
/** The name of a proof. */
export type ProofName = (typeof PROOFS)[number];

/** Requests that only a client with a proof can make. */
const PROVEN: ReadonlySet<RequestName> = new Set(['self', 'impersonate', 'introspect'] as const);

/** Requests that only a client of the type native can make: the tokens and the codes of a device. */
const NATIVE: ReadonlySet<RequestName> = new Set(['device', 'devices'] as const);

/** Returns whether a request is valid with a proof. */
export const fits = (name: RequestName, proof: ProofName): boolean => (proof === 'none' ? !PROVEN.has(name) : !NATIVE.has(name));

/** A client with the secret or key for a kind of proof. */
export type ProvenClient = { id: string; secret: string; signer: Signer; account: string };

/** A request with its client and its user, and the same of another client. */
export type GoodRequest = {
  path: string;
  fields: Record<string, unknown>;
  headers: Record<string, string>;
  client: ProvenClient;
  other: ProvenClient;
  account: string;
};

const SCOPES = ['user_default', 'offline_access'];

/** Creates a client for a proof. Both clients of a request are of the same kind. */
async function createClient(server: TestServer, proof: ProofName): Promise<ProvenClient> {
  const signer = createSigner();
  const kinds = {
    none: { appType: 'native', allowedGrantTypes: [] },
    assertion: { allowedAuthMethods: ['private_key_jwt'], publicKeys: [signer.jwk] },
    secret: {},
    basic: {},
  };
  const { id, secret } = await createTestClient(server, { allowedScopes: SCOPES, ...kinds[proof] });
  const { id: account } = await server.make.user({});
  return { id, secret, signer, account };
}

const tokenFor = async (server: TestServer, proof: ProofName, client: ProvenClient) =>
  proof === 'assertion'
    ? (
        await server.call('POST /oauth/token', {
          token: undefined,
          body: { ...(await codeOf(server, client)), ...assertionOf(server, client) },
        })
      ).body
    : tokensFor(server, client, client.account);

const codeOf = async (server: TestServer, { id, account }: ProvenClient) => ({
  grant_type: 'authorization_code',
  code: await addCode(server, { client: id, account }),
  redirect_uri: REDIRECT_URI,
  code_verifier: VERIFIER,
});

/** The fields with a fresh assertion of a client. */
export const assertionOf = ({ url }: Pick<TestServer, 'url'>, { id, signer }: ProvenClient): Record<string, string> => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: signer.assertion(id, url),
});

/** The header of HTTP Basic. */
export const basic = (text: string): Record<string, string> => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });

/** The code of a device that a person has allowed. */
async function allowedDevice(server: TestServer, { id }: ProvenClient): Promise<{ code: string; account: string }> {
  const { person, browser } = await signedInPerson(server);
  const { device_code: code, user_code: shown } = (await askCodes(server, { client_id: id, scope: 'user_default' })).body;
  await decide(browser, shown, 'allow');
  return { code, account: person.id };
}

const ROUTES: Partial<Record<RequestName, Route>> = {
  revoke: 'POST /oauth/revoke',
  introspect: 'POST /oauth/introspect',
  devices: 'POST /oauth/device_authorization',
};

/** Returns the operation that a request calls. */
export const routeOf = (name: RequestName): Route => ROUTES[name] ?? 'POST /oauth/token';

/** Makes a good request with clients and users of its own. */
export async function goodRequest(server: TestServer, name: RequestName, proof: ProofName): Promise<GoodRequest> {
  const [client, other] = [await createClient(server, proof), await createClient(server, proof)];
  const tokens = name === 'refresh' || name === 'exchange' || name === 'revoke' || name === 'introspect';
  const { access_token: access, refresh_token: refresh } = tokens ? await tokenFor(server, proof, client) : {};
  const device = name === 'device' ? await allowedDevice(server, client) : undefined;
  const fields: Record<RequestName, () => Promise<object> | object> = {
    code: () => codeOf(server, client),
    refresh: () => ({ grant_type: 'refresh_token', refresh_token: refresh, scope: 'user_default' }),
    self: () => ({ grant_type: 'client_credentials', scope: 'user_default' }),
    impersonate: () => ({
      grant_type: 'urn:service:oauth:user-impersonation',
      user_lookup: JSON.stringify({ field: 'userId', value: client.account }),
      scope: 'user_default',
    }),
    exchange: () => ({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: access,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      purpose: 'websocket',
      scope: 'user_default',
    }),
    device: () => ({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device?.code }),
    devices: () => ({ scope: 'user_default' }),
    revoke: () => ({ token: refresh, token_type_hint: 'refresh_token' }),
    introspect: () => ({ token: access, token_type_hint: 'access_token' }),
  };
  const proofs: Record<ProofName, Record<string, string>> = {
    secret: { client_id: client.id, client_secret: client.secret },
    assertion: assertionOf(server, client),
    none: { client_id: client.id },
    basic: {},
  };
  return {
    path: routeOf(name).slice('POST '.length),
    fields: { ...(await fields[name]()), ...proofs[proof] },
    headers: proof === 'basic' ? basic(`${client.id}:${client.secret}`) : {},
    client,
    other,
    account: device?.account ?? client.account,
  };
}

/** Values of another client, for the fields of a request. */
export async function foreignFields(server: TestServer, proof: ProofName, { other }: GoodRequest): Promise<Record<string, string>> {
  const { access_token: access, refresh_token: refresh } = await tokenFor(server, proof, other);
  return {
    code: await addCode(server, { client: other.id, account: other.account }),
    redirect_uri: 'https://other.example.com/callback',
    refresh_token: refresh,
    subject_token: access,
    ...(proof === 'none' && { device_code: (await allowedDevice(server, other)).code }),
    client_id: other.id,
    client_secret: other.secret,
  };
}

/** Moves all codes into the past, so that they have expired. */
export const expireCodes = ({ platform }: TestServer): Promise<unknown> =>
  platform.db.writer.rows(sql`update oauth_code set created_at = created_at - interval '61 s'`);
