import { networkOf } from '../../../core/base/addresses.ts';
import { Problem } from '../../../core/base/problem.ts';
import { page } from '../../../core/http/page.ts';
import { loginPage, providerSignInBudget, redirect, returnPath, sessionOf, takeTries } from '../sign-in/index.ts';
import { newFlow } from './flows.ts';
import { authorizationUrl, ProviderFault } from './openid-provider.ts';

const MAX_CHARACTERS = 5000;

/** Sends a person to the identity provider. A person with a session goes on at once, unless a new sign-in is required. */
export const startOpenId = page('GET /login/openid', async (call) => {
  const wanted = returnPath(call.query.get('return_to'));
  const returnTo = wanted.length > MAX_CHARACTERS ? '/' : wanted;
  if (!call.openId) return redirect('/login');
  const again = call.query.get('prompt') === 'login';
  if (!again && (await sessionOf(call))) return redirect(returnTo);
  try {
    await takeTries(call.db.writer, [providerSignInBudget(call, networkOf(call.client.address))]);
    const flow = newFlow(call);
    const url = await authorizationUrl(call, call.openId, flow, again);
    return redirect(url, { 'set-cookie': await flow.store(returnTo) });
  } catch (error) {
    if (!(error instanceof ProviderFault) && !(error instanceof Problem && error.status === 429)) throw error;
    const headers = error instanceof Problem ? { 'retry-after': String(error.retryAfter) } : {};
    return loginPage(call, { status: error.status, error: error.message, returnTo, again, headers });
  }
});
