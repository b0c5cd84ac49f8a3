/** Single sign-on: people sign in through an identity provider, by OpenID Connect (ADR 49). */
import type { Feature } from '../../../core/http/feature.ts';
import { accountErrors } from '../../../surfaces/error-formats.ts';
import { showRefusal } from '../sign-in/index.ts';
import { finishOpenId, startOpenId } from './pages.ts';

/** The pages of single sign-on. */
export const singleSignOn: Feature = {
  surface: accountErrors,
  endpoints: [],
  pages: { routes: [startOpenId, finishOpenId], refuse: showRefusal },
};
