/** Credentials of engines, and of the operators of dynamic engines: secrets that are stored as a hash. */
import { sql, type Tx } from '../core/database/sql.ts';
import type { DynamicEngineActor, EngineActor } from './actor.ts';
import { TOKEN_PREFIX, type Tokens } from './tokens.ts';

type EngineRow = { id: string; tenant_id: string; environment_id: string; workspace_id: string | null; name: string };

/**
 * Finds the engine of a credential; undefined if the credential is unknown or expired. The first use of a next credential makes it the only one.
 * @rule remote-engines.credential.expires
 */
export async function identifyEngine(tx: Tx, tokens: Tokens, secret: string): Promise<EngineActor | undefined> {
  if (!secret.startsWith(TOKEN_PREFIX.engine)) return undefined;
  const hash = tokens.hash(secret);
  const current = (): Promise<EngineRow | undefined> =>
    tx.one<EngineRow>(sql`
      select id, tenant_id, environment_id, workspace_id, name
      from engine
      where credential_hash = ${hash}
        and (credential_expires_at is null or credential_expires_at > now())`);
  // Searched again, because another call may have used the next credential first.
  const row = (await current()) ?? (await useNext(tx, hash)) ?? (await current());
  if (!row) return undefined;
  const { id: engineId, tenant_id: tenant, environment_id: environment, workspace_id: workspace, name } = row;
  return { engineId, tenant, environment, workspace, name, credential: hash };
}

/**
 * Makes the next credential of an engine its only one, because its use shows that the engine has stored it.
 * @rule remote-engines.credential.renew
 */
const useNext = (tx: Tx, hash: Buffer): Promise<EngineRow | undefined> =>
  tx.one(sql`
    update engine
    set credential_hash = next_credential_hash,
        credential_expires_at = next_credential_expires_at,
        next_credential_hash = null,
        next_credential_expires_at = null
    where next_credential_hash = ${hash}
      and next_credential_expires_at > now()
    returning id, tenant_id, environment_id, workspace_id, name`);

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
