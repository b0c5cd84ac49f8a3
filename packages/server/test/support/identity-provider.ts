/** A real identity provider on this machine. Its people sign in without a page: the browser names them by a header. */
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { Context } from 'oidc-provider';
import { Browser } from './browser.ts';

/** The claims of a person. */
export type ProviderClaims = Record<string, unknown>;

const CLIENT = { id: 'millrace', secret: 'a secret of the client: %+&' };
const CALLBACK = '/login/openid/callback';

/** Starts an HTTP server on this machine whose answers can be exchanged: before `answer` is called, it answers 503. It ends with the test file. */
export async function startAnswering(
  name = '127.0.0.1',
): Promise<{ url: string; answer(listener: RequestListener): void; stop(): Promise<void> }> {
  let listener: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  after(stop);
  return { url: `http://${name}:${(server.address() as AddressInfo).port}`, answer: (next) => (listener = next), stop };
}

/** The settings of a server for a provider. The secret of the client is in a file. */
export async function openIdSettings(issuer: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-openid-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'secret');
  await writeFile(file, `${CLIENT.secret}\n`);
  return {
    MILLRACE_OPENID_ISSUER: issuer,
    MILLRACE_OPENID_CLIENT_ID: CLIENT.id,
    MILLRACE_OPENID_CLIENT_SECRET_FILE: file,
    MILLRACE_OPENID_NAME: 'Example & Co',
  };
}

/** Opens the port of a provider. `serve` starts the provider for a server by its address; `people` are its people by subject, with their claims. */
export async function startIdentityProvider(name?: string) {
  const { url: issuer, answer, stop } = await startAnswering(name);
  const people = new Map<string, ProviderClaims>();
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

  return {
    issuer,
    people,
    stop,
    async serve(serverUrl: string): Promise<void> {
      const { Provider } = await import('oidc-provider');
      const provider = new Provider(issuer, {
        clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [serverUrl + CALLBACK] }],
        jwks: { keys: [{ ...key, kid: 'first', use: 'sig', alg: 'RS256' }] },
        cookies: { keys: ['a key for cookies'] },
        pkce: { required: () => true },
        claims: {
          openid: ['sub'],
          email: ['email', 'email_verified'],
          profile: ['name', 'given_name', 'family_name', 'preferred_username', 'realm', 'teams'],
        },
        features: { devInteractions: { enabled: false } },
        findAccount: (_context: Context, subject: string) =>
          people.has(subject) ? { accountId: subject, claims: () => ({ sub: subject, ...people.get(subject) }) } : undefined,
        interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
        // People are not asked for consent.
        async loadExistingGrant({ oidc: { client, session } }: Context) {
          const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
          grant.addOIDCScope('openid email profile');
          await grant.save();
          return grant;
        },
        ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      });
      const other = provider.callback();
      answer((request: IncomingMessage, response: ServerResponse) => {
        const person = [request.headers['x-person']].flat()[0];
        void (request.url?.startsWith('/interaction/')
          ? provider.interactionFinished(
              request,
              response,
              person === undefined ? { error: 'access_denied' } : { login: { accountId: person } },
            )
          : other(request, response));
      });
    },
  };
}

/** Starts a sign-in of a browser and goes through the provider as a person. Returns path and query of the callback, which is not opened. */
export async function callbackPath(browser: Browser, subject: string | undefined, start = '/login/openid'): Promise<string> {
  const providerBrowser = new Browser('', subject === undefined ? {} : { 'x-person': subject });
  const begun = await browser.open(start);
  assert.equal(begun.status, 303, begun.html);
  let url = new URL(begun.location ?? '');
  while (url.pathname !== CALLBACK) {
    const { location, html } = await providerBrowser.open(url.href);
    assert.ok(location, html);
    url = new URL(location, url);
  }
  return url.pathname + url.search;
}
