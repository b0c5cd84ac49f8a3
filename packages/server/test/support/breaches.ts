/** Calls operations that give, in chains, as a caller that tries to get more than it holds. */
import assert from 'node:assert/strict';
import type { Permission, Route } from '@millrace/contract';
import { makeAttacker, type Attacker, type Caller } from './attacker.ts';
import { GIVING } from './giving-operations.ts';
import type { TestServer } from './server.ts';
import { served } from './operation-requests.ts';

/** The operations that give permissions, rights or access. */
export const givingRoutes = Object.keys(GIVING) as Route[];
const allowOf = new Map(served.map(({ route, allow }) => [route, allow]));

/** Returns whether the contract allows the operation to the caller: another test proves that others are refused. */
function mayCall({ permissions }: Caller, route: Route): boolean {
  const allow = allowOf.get(route);
  if (allow === 'signed-in') return true;
  const needed: readonly unknown[] = typeof allow === 'object' ? allow.anyOf : [allow];
  return permissions.some((one) => needed.includes(one));
}

/** Makes the calls of an operation as a caller. Returns how many were accepted, and the chain of calls that gave more than the caller held. */
export async function callAll(
  server: TestServer,
  attacker: Attacker,
  caller: Caller,
  route: Route,
): Promise<{ accepted: number; breach?: string }> {
  const chain = caller.chain === '' ? route : `${caller.chain} → ${route}`;
  let accepted = 0;
  for (const { sent, use } of GIVING[route]?.(attacker) ?? []) {
    const answer = await server.call(route, { ...sent, token: caller.token });
    assert.ok(answer.status < 500, `${chain}: ${answer.status}`);
    if (answer.status >= 300) continue;
    accepted += 1;
    await use?.(answer, chain);
    const gained = await attacker.gained();
    if (gained.length > 0) return { accepted, breach: `${chain} gives ${gained.join(', ')}` };
  }
  return { accepted };
}

/** Makes all calls in chains. After a breach, a new attacker goes on with the next operation. */
export async function breachesOf(server: TestServer, held: readonly Permission[], rounds: number): Promise<string[]> {
  const breaches = new Set<string>();
  let attacker = await makeAttacker(server, held);
  for (let round = 1; round <= rounds; round += 1)
    for (let caller of await attacker.callers())
      for (const route of givingRoutes) {
        if (!mayCall(caller, route)) continue;
        const { breach } = await callAll(server, attacker, caller, route);
        if (breach === undefined) continue;
        breaches.add(breach);
        attacker = await makeAttacker(server, held);
        caller = (await attacker.callers())[0] ?? caller;
      }
  for (const { permissions } of await attacker.callers())
    for (const permission of permissions) if (!held.includes(permission)) breaches.add(`a token shows ${permission}`);
  return [...breaches];
}
