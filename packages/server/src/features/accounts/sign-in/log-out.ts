import { page } from '../../../core/http/page.ts';
import { checkForm } from './forms.ts';
import { redirect } from './layout.ts';

/**
 * Ends the session of the browser.
 * @rule sign-in.logout.at-once
 */
export const logOut = page('POST /logout', async (call) => {
  checkForm(call);
  const secret = call.sessions.secretIn(call.header('cookie'));
  if (secret !== undefined) await call.sessions.endBySecret(call.db.writer, secret);
  return redirect('/login?notice=signed-out', { 'set-cookie': call.sessions.cookieFor(undefined) });
});
