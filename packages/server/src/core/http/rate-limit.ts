/** The rate limit of an operation, for operations whose contract lists 429. */
import type { Actor, EngineActor } from '../../identity/actor.ts';
import type { Endpoint } from './endpoint.ts';
import type { Platform } from '../platform/platform.ts';
import { tooOften } from '../base/problem.ts';
import { findOperation } from './validation.ts';

/** The part of a reply that sets headers. */
type Reply = { headers(values: Record<string, string>): unknown };

/** Whether the operation has a rate limit for each caller. Engines, and callers without a token, have limits of their own. */
export function isRateLimited({ route, allow }: Endpoint): boolean {
  const [method = '', path = ''] = route.split(' ');
  return allow !== 'engine' && allow !== 'public' && '429' in (findOperation(method, path)['responses'] as object);
}

/**
 * Refuses a call above the limit with 429. Calls are counted in this process, by caller and operation.
 * @rule requests.rate.refused
 */
export function enforceRateLimit(
  { rateLimiter, limits }: Platform,
  { route }: Endpoint,
  caller: Actor | EngineActor | undefined,
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
