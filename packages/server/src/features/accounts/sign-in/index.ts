/** Signing in: passwords, sessions, and the pages for both. */
import type { Feature } from '../../../core/http/feature.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { getCsrfToken } from './get-csrf-token.ts';
import { showRefusal } from './layout.ts';
import { logOut } from './log-out.ts';
import { showLogin } from './show-login.ts';
import { submitLogin } from './submit-login.ts';
import { forgetSignIns } from './timers.ts';

/** The endpoints and pages of signing in. */
export const signIn: Feature = {
  surface: accounts,
  endpoints: [getCsrfToken],
  pages: { routes: [showLogin, submitLogin, logOut], refuse: showRefusal },
  timers: [forgetSignIns],
};
