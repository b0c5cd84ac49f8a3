/** How often one caller may use one operation: where the contract lists 429 for it. */
import type { Actor, EngineActor } from '../../identity/actor.ts';
import type { Endpoint } from './endpoint.ts';
import type { Platform } from '../platform/platform.ts';
import { tooOften } from '../base/problem.ts';
import { operationOf } from './validation.ts';

/** Sets headers of an answer. */
type Reply = { headers(values: Record<string, string>): unknown };

/** Whether callers of the operation are counted: people are, engines and those who come without a token have limits of their own. */
export function isPaced({ route, allow }: Endpoint): boolean {
  const [method = '', path = ''] = route.split(' ');
  return allow !== 'engine' && allow !== 'public' && '429' in (operationOf(method, path)['responses'] as object);
}

/**
 * Refuses a caller who uses the operation more often than this process takes from one caller; each operation counts for itself.
 * @rule requests.rate.refused
 */
export function keepsPace({ rates, limits }: Platform, { route }: Endpoint, caller: Actor | EngineActor | undefined, reply: Reply): void {
  if (!caller || !('login' in caller)) return;
  const wait = rates.take(`${caller.id} ${route}`, limits.requestsPerMinute);
  if (wait === undefined) return;
  reply.headers({
    'x-ratelimit-limit': String(limits.requestsPerMinute),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(wait),
  });
  throw tooOften(`You use this operation more than ${limits.requestsPerMinute} times a minute: wait ${wait} seconds.`, wait);
}
