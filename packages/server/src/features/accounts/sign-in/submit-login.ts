import { Problem } from '../../../core/base/problem.ts';
import { page } from '../../../core/http/page.ts';
import { recordRefusedLogin } from '../../security/audit-log/index.ts';
import { checkForm } from './forms.ts';
import { goOnSignedIn } from './layout.ts';
import { textsFor, tooOftenText } from './page-language.ts';
import { returnPath } from './rules.ts';
import { loginPage } from './show-login.ts';
import { codePage } from './submit-code.ts';
import { beginSession, checkPassword } from './sign-in.ts';

/** Signs in with a login and a password, or asks for the second factor. */
export const submitLogin = page('POST /login', async (call) => {
  checkForm(call);
  const text = textsFor(call);
  const login = (call.form.get('login') ?? '').trim();
  const returnTo = returnPath(call.form.get('return_to'));
  const refused = (status: number, error: string, headers = {}) =>
    loginPage(call, { status, login, error, returnTo, again: call.form.get('prompt') === 'login', headers });
  try {
    const person = await checkPassword(call, login, call.form.get('password') ?? '');
    if (!person) {
      await recordRefusedLogin(call, '/login', { login });
      return refused(403, text('wrongLogin'));
    }
    if (person.has_factor) return codePage(call, person, returnTo);
    const cookie = await beginSession(call, person);
    return cookie === undefined ? refused(403, text('wrongLogin')) : goOnSignedIn(text, returnTo, cookie);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    return refused(429, tooOftenText(text, error.retryAfter ?? 0), { 'retry-after': String(error.retryAfter) });
  }
});
