/** Ends the session. */
import { withCsrfToken } from './api.ts';

/** Ends the session of the browser, and goes to the page that says so. */
export async function signOut(): Promise<void> {
  await fetch('/logout', await withCsrfToken({ method: 'POST', redirect: 'manual' }));
  window.location.assign('/login?notice=signed-out');
}
