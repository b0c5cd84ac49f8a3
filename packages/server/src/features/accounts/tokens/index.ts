/** Personal access tokens. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { accounts } from '../../../core/http/surfaces/accounts.ts';
import { createPersonalAccessToken } from './create-personal-access-token.ts';
import { listPersonalAccessTokens } from './list-personal-access-tokens.ts';
import { revokePersonalAccessToken } from './revoke-personal-access-token.ts';

export { createToken } from './create-token.ts';
export { replaceLimits, selectLimits, type TokenLimits } from './limit-queries.ts';
export { removeToken, renameToken, revokeTokens } from './queries.ts';

/** The endpoints of tokens. */
export const tokens: Feature = {
  surface: accounts,
  endpoints: [listPersonalAccessTokens, createPersonalAccessToken, revokePersonalAccessToken],
  constraints: {
    /** @rule personal-access-tokens.create.name */
    personal_access_token_name_once: () => conflict('token_name_taken', 'You have a token of that name: choose another name or revoke it.'),
  },
};
