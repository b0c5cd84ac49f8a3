/** The scheme of access tokens that the install has signed: those of service accounts, and those of OAuth clients. */
import type { StatementBatcher } from '../core/database/statement-batcher.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AccountUses } from './account-uses.ts';
import { actorsOfOauthTokens } from './oauth-tokens.ts';
import { bearerScheme, type Scheme } from './scheme.ts';
import { actorsOfServiceAccountTokens } from './service-account-tokens.ts';

type Parts = { accessTokens: AccessTokens; accountUses: AccountUses; batcher: StatementBatcher };

/** Builds the scheme. */
export const accessTokenScheme = ({ accessTokens, accountUses, batcher }: Parts): Scheme =>
  bearerScheme(
    (token) => token.startsWith('eyJ'),
    async (token, route) => {
      const claims = await accessTokens.check(token);
      if (!claims) return undefined;
      if ('client' in claims) return batcher.run(actorsOfOauthTokens, claims);
      const actor = await batcher.run(actorsOfServiceAccountTokens, claims);
      if (actor) accountUses.note(actor.id, route);
      return actor;
    },
  );
