/** The scheme of access tokens that the install has signed: those of service accounts, and those of OAuth clients. */
import type { StatementBatcher } from '../core/database/statement-batcher.ts';
import type { OauthClaims } from './access-claims.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { AccountUses } from './account-uses.ts';
import type { Actor } from './actor.ts';
import type { GrantUses } from './grant-uses.ts';
import { bearerScheme, type Scheme } from './scheme.ts';
import { actorsOfServiceAccountTokens } from './service-account-tokens.ts';

type Parts = {
  accessTokens: AccessTokens;
  actorOfOauthToken(claims: OauthClaims): Promise<Actor | undefined>;
  accountUses: AccountUses;
  grantUses: GrantUses;
  batcher: StatementBatcher;
};

/** Builds the scheme. */
export const accessTokenScheme = ({ accessTokens, actorOfOauthToken, accountUses, grantUses, batcher }: Parts): Scheme =>
  bearerScheme(
    (token) => token.startsWith('eyJ'),
    async (token, route) => {
      const claims = await accessTokens.check(token);
      if (!claims) return undefined;
      if ('client' in claims) {
        const found = await actorOfOauthToken(claims);
        if (found && claims.grant !== undefined) grantUses.note(claims.grant);
        return found;
      }
      const actor = await batcher.run(actorsOfServiceAccountTokens, claims);
      if (actor) accountUses.note(actor.id, route);
      return actor;
    },
  );
