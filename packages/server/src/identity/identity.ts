/** The parts of a running server that know its callers. */
import type { AccessTokens, OauthClaims } from './access-tokens.ts';
import type { Actor } from './actor.ts';
import type { RateTiers } from './rate-tiers.ts';
import type { SignInSessions } from './session-store.ts';
import type { SigningKeys, TokenAlgorithm } from './signing-keys.ts';
import type { Tokens } from './tokens.ts';
import type { AccountUses, GrantUses, PermissionUses } from './uses.ts';

/** The keys, tokens and sessions by which callers prove who they are. */
export type Identity = {
  tokens: Tokens;
  signingKeys: SigningKeys;
  accessTokens: AccessTokens;
  /** The algorithm of the keys that sign access tokens from now on. */
  tokenAlgorithm: TokenAlgorithm;
  /** Finds the actor of a valid access token of an OAuth client; undefined if its client, account or grant has ended, or it was revoked. */
  actorOfOauthToken(claims: OauthClaims): Promise<Actor | undefined>;
  accountUses: AccountUses;
  grantUses: GrantUses;
  permissionUses: PermissionUses;
  sessions: SignInSessions;
  /** Whether at most one user may sign in, over all tenants: then this user owns the machines. */
  hasSingleUser(): Promise<boolean>;
  rateTiers: RateTiers;
};
