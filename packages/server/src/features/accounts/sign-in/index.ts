// cap: 80 because single sign-on and OAuth share its pages, limits and sessions
/** Signing in: passwords, sessions, and the pages for both. */
import type { Feature } from '../../../core/http/feature.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { changePassword } from './change-password.ts';
import { endOwnSessions } from './end-sessions.ts';
import { showForgot, submitForgot } from './forgot.ts';
import { getCsrfToken } from './get-csrf-token.ts';
import { inviteUser } from './invite-user.ts';
import { sendLink } from './jobs.ts';
import { showRefusal } from './layout.ts';
import { logOut } from './log-out.ts';
import { confirmOwnFactor, removeOwnFactor, showOwnFactor, startOwnFactor } from './own-second-factor.ts';
import { removeSecondFactor } from './remove-second-factor.ts';
import { resetUserPassword } from './reset-user-password.ts';
import { factorTable } from './second-factor-queries.ts';
import { showSetPassword, submitSetPassword } from './set-password.ts';
import { showAccount } from './show-account.ts';
import { showLogin } from './show-login.ts';
import { submitCode } from './submit-code.ts';
import { submitLogin } from './submit-login.ts';
import { forgetSignIns } from './timers.ts';

export { lockPerson, lockPersonOrBot, requirePersonHeld } from './access.ts';
export { deviceBudget, providerSignInBudget, userCodeBudgets, returnTries, takeTries } from './attempts.ts';
export { checkForm, guardForm } from './forms.ts';
export { html } from './html.ts';
export { alertOf, fieldOf, leaveForm, redirect, shownTime, showPage, showRefusal } from './layout.ts';
export { isInvited } from './link-queries.ts';
export { faultOfPassword, requireMayGiveAccess, returnPath } from './rules.ts';
export { answerTooManyTries, ownPage } from './own-session.ts';
export { textsFor } from './page-language.ts';
export { createInvitation, createOperatorLink, lacksPassword } from './password-links.ts';
export { replacePassword } from './set-password.ts';
export { loginPage } from './show-login.ts';
export { hasherOf, openSession, sessionOf } from './sign-in.ts';

/** The endpoints and pages of signing in. */
export const signIn: Feature = {
  surface: accounts,
  endpoints: [inviteUser, resetUserPassword, removeSecondFactor],
  pages: {
    routes: [
      showLogin,
      submitLogin,
      logOut,
      showForgot,
      submitForgot,
      showSetPassword,
      submitSetPassword,
      submitCode,
      showAccount,
      changePassword,
      endOwnSessions,
      startOwnFactor,
      showOwnFactor,
      confirmOwnFactor,
      removeOwnFactor,
    ],
    refuse: showRefusal,
  },
  jobs: [sendLink],
  timers: [forgetSignIns],
  encrypted: [factorTable],
};

/** The endpoint of sign-in that belongs to the tenant API. */
export const csrfToken: Feature = { surface: tenantErrors(), endpoints: [getCsrfToken] };
