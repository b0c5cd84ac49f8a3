/** Clients, people and requests for the tests of authorisation. */
import assert from 'node:assert/strict';
import { sql } from '../../../../core/database/sql.ts';
import type { Browser, SeenPage } from '../../../../../test/support/browser.ts';
import type { TestServer } from '../../../../../test/support/server.ts';
import { signedInPerson } from '../../../accounts/sign-in/signed-in.fixture.ts';

/** A redirect URI with a query of its own. */
export const CALLBACK = 'https://report.example.com/callback?from=millrace';
/** The code challenge of RFC 7636, appendix B. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
/** The tables that an authorisation may change. */
export const AUTHORIZATION_TABLES = ['oauth_code', 'oauth_consent', 'oauth_grant', 'audit_entry', 'sign_in_session'];

type Changes = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Binds the makers to a server. */
export function authorizing({ call, count, make, platform, url }: TestServer) {
  const { db } = platform;

  /** Makes a client, and returns its id. */
  async function client(body: object = {}, token?: string): Promise<string> {
    const fields = { appType: 'web', clientName: 'Report', redirectUris: [CALLBACK], allowedScopes: ['user_default', 'offline_access'] };
    const answer = await call('POST /api/v1/oauth-clients', { body: { ...fields, ...body }, ...(token !== undefined && { token }) });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.clientId;
  }

  /** Makes a client whose people are not asked for consent. */
  const trusted = (body: object = {}): Promise<string> => client({ connectionConfig: { consentMethod: 'trusted' }, ...body });

  /** The path of a request. A change to undefined removes a parameter; a change to a list sends it several times. */
  function path(clientId: string, changes: Changes = {}, page: 'authorize' | 'consent' = 'authorize'): string {
    const query = new URLSearchParams();
    const all: Changes = {
      client_id: clientId,
      redirect_uri: CALLBACK,
      response_type: 'code',
      state: 'state of the client',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      scope: 'user_default',
      ...changes,
    };
    for (const [name, values] of Object.entries(all)) for (const one of [values ?? []].flat()) query.append(name, one);
    return `/oauth/${page}?${query}`;
  }

  /** A person in a browser with a session. */
  const signedIn = (options: Parameters<typeof make.person>[0] = {}) => signedInPerson({ make, url }, options);

  /** The parameters with which the browser returns to the client; fails if it goes elsewhere. */
  function broughtBy({ status, location, refreshAddress, html }: SeenPage, to = CALLBACK): Record<string, string> {
    const address = (status === 200 ? refreshAddress : location) ?? '';
    assert.ok(address.startsWith(to), `${status} ${address} ${html}`);
    return Object.fromEntries(new URLSearchParams(address.slice(to.length)));
  }

  /** The row of a code. */
  const codeRow = (code: string | undefined) =>
    db.reader.one<{
      account_id: string;
      client_id: string;
      tenant_id: string;
      scopes: string[];
      redirect_uri: string;
      challenge: string;
      age: number;
      text: string;
    }>(sql`
      select c.account_id, c.client_id, c.tenant_id, c.scopes, c.redirect_uri, c.challenge, c::text as text,
             extract(epoch from s.created_at - c.authenticated_at)::double precision as age
      from oauth_code c
      join sign_in_session s on s.account_id = c.account_id
      where c.hash = ${platform.identity.tokens.hash(code ?? '')}`);

  /** Moves the sign-in of a person into the past. */
  const makeOlder = (account: string, seconds: number): Promise<unknown> =>
    db.writer.rows(sql`
      update sign_in_session
      set created_at = created_at - make_interval(secs => ${seconds}::double precision)
      where account_id = ${account}`);

  /** Runs `work` and asserts that it changes no table. */
  async function assertChangesNothing<T>(work: () => Promise<T>): Promise<T> {
    const before = await count(...AUTHORIZATION_TABLES);
    const done = await work();
    assert.deepEqual(await count(...AUTHORIZATION_TABLES), before);
    return done;
  }

  /** Asserts that a request is refused by a redirect to the client with an error, and changes nothing. */
  async function assertRefusedByRedirect(browser: Browser, target: string, error: string, words: RegExp): Promise<Record<string, string>> {
    const brought = broughtBy(await assertChangesNothing(() => browser.open(target)));
    assert.equal(brought['error'], error, JSON.stringify(brought));
    assert.match(brought['error_detail'] ?? '', words);
    return brought;
  }

  return { client, trusted, path, signedIn, broughtBy, codeRow, makeOlder, assertChangesNothing, assertRefusedByRedirect };
}

/** The query of the sign-in page to which an answer leads. */
export function signInOf({ status, location }: SeenPage): URLSearchParams {
  assert.equal(status, 302);
  const address = new URL(location ?? '', 'http://server.invalid');
  assert.equal(address.pathname, '/login', location ?? '');
  return address.searchParams;
}
