/** The rules of personal access tokens. */
import { conflict, invalid } from '../../../core/base/problem.ts';

/**
 * A new token expires later than now, and not later than the tenant allows.
 * @rule personal-access-tokens.create.longest
 */
export function requireExpiryWithinLimit(
  { empty, too_long: tooLong }: { empty: boolean; too_long: boolean },
  longest: string | null,
): void {
  if (empty) throw invalid('token_expiry_refused', 'The token would expire at once: send a longer duration.');
  if (tooLong)
    throw invalid('token_expiry_refused', `Tokens of this tenant expire after ${longest} at the latest: send a shorter duration.`);
}

/**
 * The user has fewer valid tokens than the tenant allows.
 * @rule personal-access-tokens.create.most
 */
export function requireRoomForToken(count: number, most: number): void {
  if (count >= most)
    throw conflict('tokens_limit', `You have ${count} valid tokens, and this tenant allows ${most} for each user: revoke one first.`);
}
