/** Ends the session. */
import { forgetToken, sendWithToken } from './api.ts';

/** Ends the session of the browser, and opens the page that confirms it. */
export async function signOut(): Promise<void> {
  // Another tab may have signed in again, and this page of the server does not refuse an earlier token by its code.
  forgetToken();
  await sendWithToken({ method: 'POST', redirect: 'manual' }, (request) => fetch('/logout', request));
  window.location.assign('/login?notice=signed-out');
}
