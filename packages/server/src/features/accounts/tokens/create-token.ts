/** The creation of personal access tokens, for all operations that create them. */
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/db.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { TokenRow } from './json.ts';
import { lockOwner, selectExpiryFault, selectLimits } from './limit-queries.ts';
import { countTokens, insertToken, removeExpired } from './queries.ts';
import { requireRoomForToken, requireExpiryWithinLimit } from './rules.ts';

/**
 * Creates a token of the actor; `expiry` is a duration in ISO 8601 format. Without it, the token is valid as long as the tenant allows. Returns the row
 * and the secret, which is stored nowhere.
 */
export async function createToken(
  { tx, actor, tokens }: { tx: Tx; actor: Actor; tokens: Platform['tokens'] },
  { name, expiry }: { name: string; expiry?: string | undefined },
): Promise<{ row: TokenRow; secret: string }> {
  await lockOwner(tx, actor.id);
  const limits = await selectLimits(tx, actor);
  if (expiry !== undefined) requireExpiryWithinLimit(await selectExpiryFault(tx, expiry, limits.expiry), limits.expiry);
  if (limits.perUser !== null) requireRoomForToken(await countTokens(tx, actor.id), limits.perUser);

  await removeExpired(tx, actor.id);
  const { secret, hash } = tokens.create('personal');
  const row = await insertToken(tx, { id: newId(), account: actor.id, name: name.trim(), hash, expiry: expiry ?? limits.expiry });
  return { row, secret };
}
