/** A server with an identity provider, and functions for their tests. */
import assert from 'node:assert/strict';
import { Browser, type SeenPage } from './browser.ts';
import { openIdSettings, startIdentityProvider, callbackPath, type ProviderClaims } from './identity-provider.ts';
import { startTestServer } from './server.ts';

/** The tables that a sign-in may change. */
export const SIGN_IN_TABLES = ['sign_in_session', 'known_address', 'openid_subject', 'account', 'account_role', 'account_group_member'];

/** The words for a person that may not sign in. */
export const NO_ACCOUNT = 'There is no active account here for you. Ask an administrator of this server.';
/** The words for a callback that is not one of the browser. */
export const AGAIN = 'This sign-in took too long, was used before, or began in another browser. Sign in again.';

/** The claims of a person whose address the provider has verified. */
export const verified = (email: string): ProviderClaims => ({ email, email_verified: true });

/** The address of a user that `make.user` has made. */
export const emailOf = ({ login }: { login: string }): string => `${login}@example.com`;

let subjects = 0;
/** A subject that no person has. */
export const newSubject = (): string => `subject-${(subjects += 1)}`;

/** Starts both. With the name `localhost`, a browser regards the provider as another site than the server. */
export async function startSingleSignOn(environment: Record<string, string> = {}, name?: string) {
  const provider = await startIdentityProvider(name);
  // Without a worker: its queue prints errors while the database is away.
  const server = await startTestServer({ ...(await openIdSettings(provider.issuer)), MILLRACE_ROLE: 'api', ...environment });
  await provider.serve(server.url);
  const { call, count } = server;

  /** The newest entry of the audit log, with its bodies as JSON. */
  const newest = async () => {
    const { request, response, ...entry } = (await call('GET /security/audit/logs', { query: { size: 1 } })).body[0];
    return { ...entry, request, sent: JSON.parse(request.body ?? 'null'), answer: JSON.parse(response.body ?? 'null') };
  };

  return {
    provider,
    server,
    newest,

    /** Adds a person to the provider, or changes the person, and signs the person in. */
    async signIn(subject: string, claims: ProviderClaims, browser = new Browser(server.url)): Promise<SeenPage & { browser: Browser }> {
      provider.people.set(subject, claims);
      return { ...(await browser.open(await callbackPath(browser, subject))), browser };
    },

    /** The account of a browser. */
    me: async ({ cookie }: Browser) => (await call('GET /account/me', { token: undefined, headers: { cookie } })).body,

    /** Fails unless a sign-in is refused with these words and changes nothing, and one entry of the audit log has the reason. */
    async refuses(work: () => Promise<SeenPage>, alert: string, reason: string): Promise<void> {
      const before = await count(...SIGN_IN_TABLES);
      const { audit_entry: entries = 0 } = await count('audit_entry');
      const answer = await work();
      assert.deepEqual([answer.status, answer.alert], [403, alert]);
      assert.deepEqual(await count(...SIGN_IN_TABLES), before);
      assert.deepEqual(await count('audit_entry'), { audit_entry: entries + 1 });
      const entry = await newest();
      const words = [entry.eventCategory, entry.eventOperation, entry.request.method, entry.request.url, entry.answer];
      assert.deepEqual(words, ['sign in', 'sign in', 'GET', '/login/openid/callback', { reason }]);
    },
  };
}
