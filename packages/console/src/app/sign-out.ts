/** Ends the session. */
import { withCsrfToken } from './api.ts';

/** Ends the session of the browser, and opens the page that confirms it. */
export async function signOut(): Promise<void> {
  await fetch('/logout', await withCsrfToken({ method: 'POST', redirect: 'manual' }));
  window.location.assign('/login?notice=signed-out');
}
