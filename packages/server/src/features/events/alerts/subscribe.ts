/** The events that the rules of an owner wait for. */
import type { Tx } from '../../../core/database/db.ts';
import type { Actor } from '../../../identity/actor.ts';
import { subscribeTo } from '../outbox/index.ts';
import { selectConditions } from './queries.ts';

/** The types of events from which incidents open and end. The other conditions are compared with the tables by a timer. */
const TYPES = ['com.service.v1.task.run.finished', 'com.service.v1.plan.run.finished'];

/** Subscribes the owner to the events that its rules need; called after each change of a rule. */
export async function subscribeOwner(tx: Tx, actor: Actor): Promise<void> {
  const conditions = await selectConditions(tx, actor);
  const isNeeded = conditions.some(({ condition }) => condition === 'run_failed');
  await subscribeTo(tx, { tenant: actor.tenant, kind: 'alert', id: actor.id }, isNeeded ? TYPES : []);
}
