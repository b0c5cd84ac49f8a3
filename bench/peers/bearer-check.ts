/** The check of access tokens in P8: the code of the product, in a process that does nothing else. It measures its own processor time. */
import type { Route } from '@millrace/contract';
import { Database } from '../../packages/server/src/core/database/db.ts';
import { StatementBatcher } from '../../packages/server/src/core/database/statement-batcher.ts';
import { createSecrets } from '../../packages/server/src/core/secrets/secrets.ts';
import { accessTokenScheme, actorsOfOauthTokens } from '../../packages/server/src/identity/schemes.ts';
import { AccessTokens } from '../../packages/server/src/identity/access-tokens.ts';
import { AccountUses, GrantUses } from '../../packages/server/src/identity/uses.ts';
import { withinScopes } from '../../packages/server/src/identity/authenticate.ts';
import { SigningKeys } from '../../packages/server/src/identity/signing-keys.ts';
import { databaseUrl, serve } from './serve.ts';

/**
 * A measurement of the check of tokens, with one loop for each token. `whole` is the complete check of a request. `known` is the check of only the
 * text of a token that this process has seen before, `new` that of a token which it has not seen.
 */
export type BearerOrder = { tokens: readonly string[]; kind: 'whole' | 'known' | 'new'; rounds: number };

const ROUTE: Route = 'GET /account/me';

const db = new Database({ url: databaseUrl(), onError: (error) => console.error(error) });
const batcher = new StatementBatcher(db);
const signingKeys = new SigningKeys(db, createSecrets([Buffer.from(process.env['KEY'] ?? '', 'base64')]));
const newTokens = (): AccessTokens => new AccessTokens(signingKeys, () => '');
const accessTokens = newTokens();
const scheme = accessTokenScheme({
  accessTokens,
  actorOfOauthToken: (claims) => batcher.run(actorsOfOauthTokens, claims),
  accountUses: new AccountUses(),
  grantUses: new GrantUses(),
  batcher,
});

async function whole(token: string): Promise<unknown> {
  const actor = await scheme.identify({ type: 'bearer', token }, ROUTE);
  return actor && withinScopes(actor, ROUTE);
}

/** Returns microseconds of processor time for one check. Throws if a token is refused. */
async function measure({ tokens, kind, rounds }: BearerOrder): Promise<number> {
  const check = async (token: string, own: AccessTokens): Promise<void> => {
    const found = kind === 'whole' ? await whole(token) : await own.check(token);
    if (!found) throw new Error('The check refused a valid token');
  };
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    const own = kind === 'new' ? newTokens() : accessTokens;
    await Promise.all(tokens.map((token) => check(token, own)));
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / (rounds * tokens.length);
}

serve<BearerOrder>({ answer: measure, stop: () => db.close() });
