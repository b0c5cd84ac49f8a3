/** Ends the session. */
import { sendWithToken } from './api.ts';

/** Ends the session of the browser, and opens the page that confirms it. */
export async function signOut(): Promise<void> {
  await sendWithToken({ method: 'POST', redirect: 'manual' }, (request) => fetch('/logout', request));
  window.location.assign('/login?notice=signed-out');
}
