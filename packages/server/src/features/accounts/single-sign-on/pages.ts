/** The pages of single sign-on: to the identity provider, and back. */
import { networkOf } from '../../../core/base/addresses.ts';
import { Problem } from '../../../core/base/problem.ts';
import { page, type PageAnswer, type PageCall } from '../../../core/http/page.ts';
import type { OpenIdSetting } from '../../../core/outbound/settings.ts';
import { recordRefusedLogin } from '../../security/audit-log/index.ts';
import {
  answerTooManyTries,
  budgetOf,
  loginPage,
  redirect,
  returnPath,
  returnTries,
  sessionOf,
  takeTries,
  textsFor,
} from '../sign-in/index.ts';
import { newFlow, takeFlow } from './flows.ts';
import { authorizationUrl, claimsOf, personOf, ProviderFault, type ProviderPerson } from './openid-provider.ts';
import { textOfRefusal } from './rules.ts';
import { signInPerson } from './sign-in-person.ts';

/** The maximum length of the path to which a sign-in returns; it is stored until then. */
const MAX_CHARACTERS = 5000;

/**
 * Sends a person to the identity provider. A person with a session goes on at once, unless a new sign-in is required. Takes a try of the budget of the
 * address.
 */
export const startOpenId = page('GET /login/openid', async (call) => {
  const wanted = returnPath(call.query.get('return_to'));
  const returnTo = wanted.length > MAX_CHARACTERS ? '/' : wanted;
  if (!call.settings.openId) return redirect('/login');
  const again = call.query.get('prompt') === 'login';
  if (!again && (await sessionOf(call))) return redirect(returnTo);
  const { openId } = call.settings;
  const refused = (status: number, error: string, headers = {}) => loginPage(call, { status, error, returnTo, again, headers });
  const start = async (): Promise<PageAnswer> => {
    await takeTries(call.db.writer, [budgetOf(call, 'provider sign-in', networkOf(call.client.address))]);
    const flow = newFlow(call);
    const url = await authorizationUrl(call, openId, flow, again);
    return redirect(url, { 'set-cookie': await flow.store(returnTo) });
  };
  try {
    return await answerTooManyTries(start, refused, textsFor(call));
  } catch (error) {
    if (error instanceof ProviderFault) return refused(error.status, wordsOfFault(call, openId, error));
    throw error;
  }
});

/** What a person reads about a fault of the provider, in the language of its browser. */
const wordsOfFault = (call: PageCall, { name }: OpenIdSetting, { text, reason }: ProviderFault): string =>
  textsFor(call)(text, { name, reason });

/** @rule sign-in.openid.audit */
async function recordRefusal(call: PageCall, reason: string, person?: ProviderPerson, account?: string): Promise<void> {
  const sent = person && { issuer: person.issuer, subject: person.subject, email: person.email };
  await recordRefusedLogin(call, '/login/openid/callback', { account }, { sent, answer: { reason } });
}

/** Signs in a person that comes back from the identity provider. The provider is responsible for a second factor. Records a refusal in the audit log. */
export const finishOpenId = page('GET /login/openid/callback', async (call) => {
  const flow = call.settings.openId && (await takeFlow(call));
  if (!call.settings.openId || !flow) return loginPage(call, { status: 403, error: textsFor(call)('providerAgain'), returnTo: '/' });
  const refused = (status: number, error: string) => loginPage(call, { status, error, returnTo: flow.returnTo });
  let person: ProviderPerson | undefined;
  try {
    person = personOf(call.settings.openId, await claimsOf(call, call.settings.openId, flow));
    const done = await signInPerson(call, call.settings.openId, person);
    if ('cookie' in done) {
      await returnTries(call.db.writer, [budgetOf(call, 'provider sign-in', networkOf(call.client.address))]);
      return redirect(flow.returnTo, { 'set-cookie': done.cookie });
    }
    await recordRefusal(call, done.refused, person, done.account);
    return refused(403, textsFor(call)(textOfRefusal(done.refused)));
  } catch (error) {
    if (error instanceof ProviderFault && error.status === 403) await recordRefusal(call, error.reason);
    if (error instanceof ProviderFault) return refused(error.status, wordsOfFault(call, call.settings.openId, error));
    if (error instanceof Problem && error.status < 500) await recordRefusal(call, error.code, person);
    throw error;
  }
});
