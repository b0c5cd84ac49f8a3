/** Signing in: passwords, sessions, and the pages for both. Single sign-on and OAuth share its pages, limits and sessions. */
import type { Feature } from '../../../core/http/feature.ts';
import { accountErrors, tenantErrors } from '../../../surfaces/error-formats.ts';
import { changePassword, endOwnSessions, showAccount } from './account-pages.ts';
import { confirmOwnFactor, removeOwnFactor, showOwnFactor, startOwnFactor } from './factor-pages.ts';
import { showRefusal } from './layout.ts';
import { logOut, showLogin, submitCode, submitLogin } from './login-pages.ts';
import * as operations from './operations.ts';
import { sendLink } from './password-links.ts';
import { showForgot, showSetPassword, submitForgot, submitSetPassword } from './password-pages.ts';
import { factorTable } from './second-factor.ts';
import { forgetSignIns } from './sign-in.ts';

export { budgetOf, returnTries, takeTries } from './attempts.ts';
export { requireOwnForm, guardForm } from './forms.ts';
export { alertOf, fieldOf, html, leaveForm, redirect, shownTime, showPage, showRefusal } from './layout.ts';
export { loginPage } from './login-pages.ts';
export type { PageText } from './page-texts-en.ts';
export { type PageTexts, textsFor } from './page-texts.ts';
export { createOperatorLink, createPasswordLink, isInvited, lacksPassword } from './password-links.ts';
export { hasherOf, replacePassword } from './passwords.ts';
export { lockPerson, lockPersonOrBot, requirePersonHeld } from './rows.ts';
export { wordsOfScopes } from './scope-texts.ts';
export { faultOfPassword, requireMayGiveAccess, returnPath } from './rules.ts';
export { answerTooManyTries, openSession, ownPage, sessionOf } from './sign-in.ts';

const { getCsrfToken, ...accountOperations } = operations;

/** The endpoints and pages of signing in. */
export const signIn: Feature = {
  surface: accountErrors,
  endpoints: Object.values(accountOperations),
  pages: {
    routes: [
      showLogin,
      submitLogin,
      submitCode,
      logOut,
      showForgot,
      submitForgot,
      showSetPassword,
      submitSetPassword,
      showAccount,
      changePassword,
      endOwnSessions,
      showOwnFactor,
      startOwnFactor,
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
