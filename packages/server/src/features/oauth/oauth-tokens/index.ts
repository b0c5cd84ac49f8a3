/** OAuth tokens: the access that people have given to programs, as lists of the tenant API and on the page of a person. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../core/http/surfaces/tenant.ts';
import { showRefusal } from '../../accounts/sign-in/index.ts';
import { deleteOauthToken } from './delete-oauth-token.ts';
import { listOauthTokens } from './list-oauth-tokens.ts';
import { takeBackAccess } from './take-back-access.ts';

/** The endpoints and pages of OAuth tokens. */
export const oauthTokens: Feature = {
  surface: tenantErrors(),
  endpoints: [listOauthTokens, deleteOauthToken],
  pages: { routes: [takeBackAccess], refuse: showRefusal },
};
