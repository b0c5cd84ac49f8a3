/** Credentials of the operators of dynamic engines, stored as a hash. They are valid as long as the operator reports. */
import type { Tx } from '../core/database/db.ts';
import { sql } from '../core/database/sql.ts';
import type { DynamicEngineActor } from './actor.ts';
import { TOKEN_PREFIX, type Tokens } from './tokens.ts';

/**
 * Finds the dynamic engine of a credential; undefined if the credential is unknown or expired.
 * @rule dynamic-engines.credential.kind
 * @rule dynamic-engines.credential.expires
 */
export async function identifyOperator(tx: Tx, tokens: Tokens, secret: string): Promise<DynamicEngineActor | undefined> {
  if (!secret.startsWith(TOKEN_PREFIX.dynamicEngine)) return undefined;
  const row = await tx.one<{ id: string; tenant_id: string; name: string }>(sql`
    select id, tenant_id, name
    from dynamic_engine
    where credential_hash = ${tokens.hash(secret)}
      and credential_expires_at > now()`);
  return row && { dynamicEngineId: row.id, tenant: row.tenant_id, name: row.name };
}
