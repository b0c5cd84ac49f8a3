/** The statements about agents: the engines of dynamic-engine environments, which no person creates. */
import { sql, type Tx } from '../../../core/database/sql.ts';
import type { EventActor } from '../../events/outbox/index.ts';
import { endLeases } from '../task-executions/index.ts';
import { raiseEngineEvents } from './events.ts';
import { KEY_DAYS } from './pairing.ts';

/** Adds an agent that waits to be paired by a key. Raises its event. */
export async function insertAgent(
  tx: Tx,
  actor: EventActor,
  agent: { id: string; tenant: string; environment: string; name: string; keyHash: Buffer },
): Promise<void> {
  await tx.rows(sql`
    insert into engine (id, tenant_id, environment_id, runtime_id, name, is_agent, pairing_key_hash, pairing_key_expires_at)
    values (
      ${agent.id}, ${agent.tenant}, ${agent.environment}, ${crypto.randomUUID()}, ${agent.name}, true, ${agent.keyHash},
      now() + make_interval(days => ${KEY_DAYS}))`);
  await raiseEngineEvents(tx, actor, 'created', [agent.id]);
}

/** Gives an agent another key. Its credential stays valid until the key is used. */
export const giveAgentKey = (tx: Tx, id: string, keyHash: Buffer): Promise<unknown> =>
  tx.rows(sql`
    update engine
    set pairing_key_hash = ${keyHash},
        pairing_key_expires_at = now() + make_interval(days => ${KEY_DAYS})
    where id = ${id}
      and is_agent`);

/** Deletes agents, and their credentials with them. The executions that they hold end as lost within seconds. Raises their events. */
export async function removeAgents(tx: Tx, actor: EventActor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await raiseEngineEvents(tx, actor, 'deleted', ids);
  for (const id of ids) await endLeases(tx, id);
  await tx.rows(sql`
    delete from engine
    where id = any (${[...ids]})
      and is_agent`);
}
