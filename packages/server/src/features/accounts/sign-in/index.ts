/** Signing in: passwords, sessions, and the pages for both. */
import type { Feature } from '../../../core/http/feature.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { showForgot, submitForgot } from './forgot.ts';
import { getCsrfToken } from './get-csrf-token.ts';
import { inviteUser } from './invite-user.ts';
import { sendLink } from './jobs.ts';
import { showRefusal } from './layout.ts';
import { logOut } from './log-out.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { showSetPassword, submitSetPassword } from './set-password.ts';
import { showLogin } from './show-login.ts';
import { submitLogin } from './submit-login.ts';
import { forgetSignIns } from './timers.ts';

export { createInvitation, createOperatorLink, lacksPassword } from './password-links.ts';

/** The endpoints and pages of signing in. */
export const signIn: Feature = {
  surface: accounts,
  endpoints: [getCsrfToken, inviteUser, resetUserPassword],
  pages: { routes: [showLogin, submitLogin, logOut, showForgot, submitForgot, showSetPassword, submitSetPassword], refuse: showRefusal },
  jobs: [sendLink],
  timers: [forgetSignIns],
};
