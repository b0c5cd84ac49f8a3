/** Changes the triggers of tasks and plans. Callers must have locked the task or plan and checked the right. */
import { newId } from '../../../core/base/id.ts';
import type { Tx } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import {
  bindSchedule,
  type Owner,
  removeTimeTrigger,
  saveTimeTrigger,
  setNextFireTimes,
  triggersChanging,
  unbindSchedule,
} from '../schedules/index.ts';
import { selectScheduling } from './rows.ts';
import {
  requirePayloadParameter,
  isTimeType,
  PAYLOAD_PARAMETER,
  requirePlainName,
  requireRunAs,
  requireRunnableBy,
  requireScheduleType,
  toOwnTrigger,
  type TriggerRequest,
  webhookOf,
} from './rules.ts';
import {
  holdRunAs,
  findRunAsRights,
  insertWebhook,
  removeWebhook,
  selectReceivers,
  selectWebhook,
  updateSecret,
  updateWebhook,
  webhookSecretContext,
} from './webhooks.ts';

type PublishContext = Pick<Platform, 'publish'> & { tx: Tx };
type ChangeContext = Pick<Platform, 'secrets' | 'publish'> & { identity: Pick<Platform['identity'], 'tokens'> } & {
  tx: Tx;
  actor: Actor;
  now: Date;
};

/** A task or plan is about to be deleted, with its triggers. */
export const ownerDeleting = domainEvent<Owner>('owner-deleting');

/**
 * Sets the own trigger of a task or plan, in place of the former one, or refuses it. Beside a schedule only MULTIPLE is accepted, which changes nothing.
 * `environment` is the id of its environment.
 */
export async function setTrigger(context: ChangeContext, owner: Owner, environment: string, trigger: TriggerRequest): Promise<void> {
  const { tx, now } = context;
  const scheduling = await selectScheduling(tx, owner, environment);
  requireScheduleType(trigger.type, scheduling.scheduled);
  if (scheduling.scheduled) return;
  await context.publish(tx, triggersChanging, owner);
  if (trigger.type === 'WEBHOOK') {
    const webhook = webhookOf(trigger);
    requirePlainName(scheduling.environment);
    const receivers = (await selectReceivers(tx, owner, PAYLOAD_PARAMETER)).map(({ name }) => name);
    requirePayloadParameter(receivers, owner.planId !== undefined);
    await saveWebhook(context, owner, webhook);
    await removeTimeTrigger(tx, owner);
  } else {
    const definition = isTimeType(trigger.type) ? toOwnTrigger(trigger, trigger.type, now.getTime()) : undefined;
    await removeWebhook(tx, owner);
    if (definition) await saveTimeTrigger(tx, owner, definition);
    else await removeTimeTrigger(tx, owner);
    await setNextFireTimes(tx, context.actor, owner);
  }
}

/**
 * Adds or changes the webhook of a task or plan. Its URL stays the same unless the request asks for a new one. Who may decide as whom it runs becomes its
 * maker; another caller keeps both.
 * @rule triggers.webhook.maker
 * @rule triggers.webhook.url
 * @rule triggers.webhook.new-url
 */
async function saveWebhook(
  { tx, actor, identity: { tokens }, secrets }: ChangeContext,
  owner: Owner,
  webhook: NonNullable<TriggerRequest['webhook']>,
): Promise<void> {
  const existing = await selectWebhook(tx, owner);
  const { runAsUser, runAsUserType } = webhook;
  const account = runAsUser ? await holdRunAs(tx, actor, runAsUser, runAsUserType ?? undefined) : (existing?.run_as_id ?? actor.id);
  const rights = await findRunAsRights(tx, actor, owner, account);
  requireRunAs(rights, existing?.run_as_id);
  requireRunnableBy(rights);
  const runAs = { runAs: rights.id, maker: rights.may_decide ? actor : undefined };
  const id = existing?.id ?? newId();
  const newSecret = (): { hash: Buffer; secret: Buffer } => {
    const { secret, hash } = tokens.create('webhook');
    return { hash, secret: secrets.encrypt(secret, webhookSecretContext(id)) };
  };
  if (!existing) {
    await insertWebhook(tx, id, owner, webhook, { ...runAs, ...newSecret() });
    return;
  }
  await updateWebhook(tx, id, webhook, runAs);
  if (webhook.newUrl) await updateSecret(tx, id, newSecret());
}

/**
 * Removes the own trigger of a task or plan and unbinds its schedule, which becomes an orphan.
 * @rule triggers.end.all
 */
export async function endTrigger({ tx, publish }: PublishContext, owner: Owner): Promise<void> {
  await publish(tx, triggersChanging, owner);
  await unbindSchedule(tx, owner);
  await removeOwnTrigger(tx, owner);
}

/**
 * Binds a schedule to a task or plan and removes its own trigger. Refuses a schedule that another one has.
 * @rule triggers.bind.replaces
 */
export async function replaceTriggerWithSchedule(
  { tx, publish, actor }: PublishContext & { actor: Actor },
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

/** Unbinds the schedule of a task or plan, which becomes an orphan. Returns whether it had a schedule. */
export async function unbindScheduleOf({ tx, publish }: PublishContext, owner: Owner): Promise<boolean> {
  await publish(tx, triggersChanging, owner);
  return unbindSchedule(tx, owner);
}
