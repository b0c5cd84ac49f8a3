/** Finds and locks dynamic-engine environments; each statement checks the tenant. */
import type { Tx } from '../../../core/database/db.ts';
import { found } from '../../../core/base/problem.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { dynamicEnvironmentColumns, dynamicEnvironmentJoins, type DynamicEnvironmentRow } from './json.ts';

const NOUN = 'Dynamic-engine environment';

/** Finds a dynamic-engine environment of the actor's tenant. */
export async function findDynamicEnvironment(tx: Tx, actor: Actor, id: string): Promise<DynamicEnvironmentRow> {
  const row = await tx.one<DynamicEnvironmentRow>(sql`
    select ${dynamicEnvironmentColumns}
    from environment e
    ${dynamicEnvironmentJoins}
    where e.id = ${id}
      and e.tenant_id = ${actor.tenant}`);
  return found(row, NOUN, id);
}

/** Locks a dynamic-engine environment of the actor's tenant for a change. */
export async function lockDynamicEnvironment(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const row = await tx.one<{ id: string }>(sql`
    select e.id
    from environment e
    where e.id = ${id}
      and e.is_dynamic
      and e.tenant_id = ${actor.tenant}
    for update`);
  return found(row, NOUN, id);
}
