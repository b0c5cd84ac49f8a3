/** OAuth tokens: the access that people have given to programs, as lists of the tenant API and on the page of a person. */
import type { Feature } from '../../../core/http/feature.ts';
import { tenantErrors } from '../../../surfaces/error-formats.ts';
import { showRefusal } from '../../accounts/sign-in/index.ts';
import * as operations from './operations.ts';
import { takeBackAccess } from './take-back-access.ts';

/** The endpoints and pages of OAuth tokens. */
export const oauthTokens: Feature = {
  surface: tenantErrors(),
  endpoints: Object.values(operations),
  pages: { routes: [takeBackAccess], refuse: showRefusal },
};
