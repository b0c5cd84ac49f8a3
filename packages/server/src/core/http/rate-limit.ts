/** The rate limits of operations. Engines, and callers without a token, have limits of their own. */
import { isForEngines, type RateTier } from '@millrace/contract';
import type { AnyActor } from '../../identity/actor.ts';
import type { Endpoint } from './endpoint.ts';
import type { Platform } from '../platform/platform.ts';
import { Problem, tooOften } from '../base/problem.ts';
import { findOperation } from './validation.ts';

/** The part of a reply that sets headers. */
type Reply = { headers(values: Record<string, string>): unknown };

/** Refuses a call above the limit with 429. */
type EnforceLimit = (caller: AnyActor | undefined, reply: Reply) => void;

/**
 * Returns the function that counts a call and refuses it above the limit of its operation: the limit of its rate tier, or the general limit if its
 * contract lists the status 429. Returns undefined for an operation without a limit.
 */
export function rateLimitOf(platform: Platform, { route, allow }: Endpoint): EnforceLimit | undefined {
  const { responses, 'x-rate-tier': tier } = findOperation(route) as { responses: object; 'x-rate-tier'?: RateTier };
  if (isForEngines(allow) || allow === 'public') return undefined;
  if (tier !== undefined) return (caller) => enforceTier(platform, tier, caller);
  return '429' in responses ? (caller, reply) => enforceRate(platform, route, caller, reply) : undefined;
}

/**
 * Calls are counted in all processes, by account and tenant, for all operations of the tier together.
 * @rule rates.limits.tier-1
 * @rule rates.tiers.refused
 */
function enforceTier({ identity: { rateTiers } }: Platform, tier: RateTier, caller: AnyActor | undefined): void {
  if (!caller || !('login' in caller)) return;
  const wait = rateTiers.take(caller, tier);
  if (wait === undefined) return;
  const text = `You, or all accounts of your tenant together, use operations of rate tier ${tier} too often: wait ${wait} seconds.`;
  throw new Problem(429, 'HTTP-429', text, undefined, wait);
}

/**
 * Calls are counted in this process, by caller and operation.
 * @rule requests.rate.refused
 * @rule rates.limits.refused
 */
function enforceRate(
  { process: { rateLimiter }, settings: { limits } }: Platform,
  route: string,
  caller: AnyActor | undefined,
  reply: Reply,
): void {
  if (!caller || !('login' in caller)) return;
  const wait = rateLimiter.take(`${caller.id} ${route}`, limits.requestsPerMinute);
  if (wait === undefined) return;
  reply.headers({
    'x-ratelimit-limit': String(limits.requestsPerMinute),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(wait),
  });
  throw tooOften(`You use this operation more than ${limits.requestsPerMinute} times a minute: wait ${wait} seconds.`, wait);
}
