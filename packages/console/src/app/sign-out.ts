/** Ends the session. */
import { sendWithToken } from './api.ts';

/** Ends the session of the browser, and goes to the page that says so. */
export async function signOut(): Promise<void> {
  await sendWithToken({ method: 'POST', redirect: 'manual' }, (request) => fetch('/logout', request));
  window.location.assign('/login?notice=signed-out');
}
