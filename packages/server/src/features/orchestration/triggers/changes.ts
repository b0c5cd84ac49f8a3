/** What changes the trigger of a task or plan; callers have locked it and know that they may. */
import type { Tx } from '../../../core/database/db.ts';
import { newId } from '../../../core/base/id.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import { armTriggers, bindSchedule, triggersChanging, unbindSchedule, type Owner } from '../schedules/index.ts';
import { findRunAs, mayBeRunBy } from './access.ts';
import { removeTimeTrigger, removeWebhook, saveTimeTrigger, selectScheduling } from './queries.ts';
import {
  fitsSchedule,
  isPlainName,
  isTimeType,
  PAYLOAD_PARAMETER,
  takesPayload,
  toOwnTrigger,
  webhookOf,
  type TriggerRequest,
} from './rules.ts';
import { insertWebhook, webhookSecretContext, selectReceivers, selectWebhook, updateSecret, updateWebhook } from './webhook-queries.ts';

type Publishing = Pick<Platform, 'publish'> & { tx: Tx };
type Change = Pick<Platform, 'secrets' | 'tokens' | 'publish'> & { tx: Tx; actor: Actor; now: Date };

/** Sets the trigger of a task or plan in an environment, as a run configuration says it. */
export async function setTrigger(change: Change, owner: Owner, environment: string, trigger: TriggerRequest): Promise<void> {
  const { tx, now } = change;
  const place = await selectScheduling(tx, owner, environment);
  fitsSchedule(trigger.type, place.scheduled);
  if (place.scheduled) return;
  await change.publish(tx, triggersChanging, owner);
  if (trigger.type === 'WEBHOOK') {
    const webhook = webhookOf(trigger);
    isPlainName(place.environment);
    const receivers = await selectReceivers(tx, owner, PAYLOAD_PARAMETER);
    takesPayload(
      receivers.map(({ name }) => name),
      owner.planId !== undefined,
    );
    await saveWebhook(change, owner, webhook);
    await removeTimeTrigger(tx, owner);
  } else {
    const definition = isTimeType(trigger.type) ? toOwnTrigger(trigger, trigger.type, now.getTime()) : undefined;
    await removeWebhook(tx, owner);
    if (definition) await saveTimeTrigger(tx, owner, definition);
    else await removeTimeTrigger(tx, owner);
    await armTriggers(tx, change.actor, owner);
  }
}

/**
 * A webhook keeps its url unless a new one is asked for.
 * @rule triggers.webhook.url
 * @rule triggers.webhook.new-url
 */
async function saveWebhook(
  { tx, actor, tokens, secrets }: Change,
  owner: Owner,
  webhook: NonNullable<TriggerRequest['webhook']>,
): Promise<void> {
  const known = await selectWebhook(tx, owner);
  const { runAsUser, runAsUserType } = webhook;
  const values = {
    name: webhook.name,
    description: webhook.description || null,
    triggerCalls: webhook.triggerCalls ?? null,
    triggerTimeout: webhook.triggerTimeout ?? null,
    runAs: runAsUser ? await findRunAs(tx, actor, runAsUser, runAsUserType ?? undefined) : (known?.run_as_id ?? actor.id),
    executionTimeoutMinutes: webhook.executionTimeout ?? null,
  };
  await mayBeRunBy(tx, owner, values.runAs);
  const id = known?.id ?? newId();
  const seal = (): { hash: Buffer; secret: Buffer } => {
    const { secret, hash } = tokens.create('webhook');
    return { hash, secret: secrets.encrypt(secret, webhookSecretContext(id)) };
  };
  if (!known) return void (await insertWebhook(tx, id, owner, values, seal()));
  await updateWebhook(tx, id, values);
  if (webhook.newUrl) await updateSecret(tx, id, seal());
}

/**
 * Ends what starts a task or plan by itself; a schedule becomes an orphan.
 * @rule triggers.end.all
 */
export async function endTrigger({ tx, publish }: Publishing, owner: Owner): Promise<void> {
  await publish(tx, triggersChanging, owner);
  await unbindSchedule(tx, owner);
  await removeOwnTrigger(tx, owner);
}

/**
 * Binds a schedule to a task or plan in place of its own trigger.
 * @rule triggers.bind.replaces
 */
export async function bindInPlace(
  { tx, publish, actor }: Publishing & { actor: Actor },
  owner: Owner,
  environment: string,
  schedule: string,
): Promise<void> {
  await publish(tx, triggersChanging, owner);
  await bindSchedule(tx, actor, owner, environment, schedule);
  await removeOwnTrigger(tx, owner);
}

async function removeOwnTrigger(tx: Tx, owner: Owner): Promise<void> {
  await removeTimeTrigger(tx, owner);
  await removeWebhook(tx, owner);
}

/** Makes the schedule of a task or plan an orphan; tells whether there was one. */
export async function unbind({ tx, publish }: Publishing, owner: Owner): Promise<boolean> {
  await publish(tx, triggersChanging, owner);
  return unbindSchedule(tx, owner);
}
