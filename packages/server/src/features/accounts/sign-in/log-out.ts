import { page, type PageCall } from '../../../core/http/page.ts';
import { checkForm } from './forms.ts';
import { redirect } from './layout.ts';

/**
 * Ends the session of the browser. The console sends the token of its other changing calls in place of a form.
 * @rule sign-in.logout.at-once
 */
export const logOut = page('POST /logout', async (call) => {
  const secret = call.sessions.secretIn(call.header('cookie'));
  if (secret === undefined || !carriesCsrfToken(call, secret)) checkForm(call);
  if (secret !== undefined) await call.sessions.endBySecret(call.db.writer, secret);
  return redirect('/login?notice=signed-out', { 'set-cookie': call.sessions.cookieFor(undefined) });
});

const carriesCsrfToken = ({ header, sessions }: PageCall, secret: string): boolean =>
  sessions.fitsCsrfToken(secret, header('service-csrf-token'));
