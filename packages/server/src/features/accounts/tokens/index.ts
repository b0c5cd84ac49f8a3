/** Personal access tokens. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accountErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { createToken, replaceTokenLimits, selectTokenLimits, type TokenLimits } from './creation.ts';
export { removeToken, renameToken, revokeTokens } from './rows.ts';

/** The endpoints of tokens. */
export const tokens: Feature = {
  surface: accountErrors,
  endpoints: Object.values(operations),
  constraints: {
    /** @rule personal-access-tokens.create.name */
    personal_access_token_name_once: () => conflict('token_name_taken', 'You have a token of that name: choose another name or revoke it.'),
  },
};
