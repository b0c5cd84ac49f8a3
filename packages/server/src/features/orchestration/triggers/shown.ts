/** Reads the trigger of a task or plan for the answers of its run configurations. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import type { Platform } from '../../../core/platform/platform.ts';
import type { Actor } from '../../../identity/actor.ts';
import type { Owner } from '../schedules/index.ts';
import { findTrigger } from './access.ts';
import { toTriggerJson } from './json.ts';
import { webhookSecretContext } from './webhook-queries.ts';

/** The parts of a call that `showTrigger` needs. */
export type TriggerViewContext = Pick<Platform, 'secrets' | 'publicUrl'> & { tx: Tx; actor: Actor };

/** Reads the trigger of a task or plan as JSON. Callers must have found the task or plan before. */
export async function showTrigger({ tx, actor, secrets, publicUrl }: TriggerViewContext, owner: Owner): Promise<Schema<'Trigger'>> {
  const row = await findTrigger(tx, actor, owner);
  return toTriggerJson(row, (id, secret) => `${publicUrl()}/webhooks/triggers/${secrets.decrypt(secret, webhookSecretContext(id))}`);
}
