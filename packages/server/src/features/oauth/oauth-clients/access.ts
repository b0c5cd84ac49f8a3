/** Finds the OAuth clients that a caller sees and changes; each statement checks the tenant. */
import { found } from '../../../core/base/problem.ts';
import type { Tx } from '../../../core/database/db.ts';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';
import { clientColumns, type ClientRow } from './client-row.ts';
import type { ConfigRow } from './json.ts';

/** Returns whether a caller administers the clients of its tenant. */
export const managesClients = (actor: Actor): boolean => actor.permissions.has('SVC_OAUTH_CLIENT_MANAGEMENT');

/**
 * Builds the condition for the clients `c` that a caller sees: those of its tenant, and published ones of other tenants. A deleted one is still shown to
 * other tenants with a connection config.
 * @rule oauth-clients.all.visible
 */
export const visibleClients = (actor: Actor): Sql => sql`(
    c.tenant_id = ${actor.tenant} and c.deleted_at is null
    or c.tenant_id is distinct from ${actor.tenant}
       and c.published_at is not null
       and (c.deleted_at is null
            or exists (
              select from oauth_connection_config v
              where v.client_id = c.id
                and v.tenant_id = ${actor.tenant})))`;

/** Finds a client that the actor sees, and locks it for a change of the connection config of its tenant. */
export const lockVisibleClient = async (tx: Tx, actor: Actor, id: string): Promise<ClientRow> =>
  found(
    await tx.one<ClientRow>(sql`
      select ${clientColumns}
      from oauth_client c
      where c.id = ${id}
        and ${visibleClients(actor)}
      for update`),
    'OAuth client',
    id,
  );

/** Finds the connection config of the actor's tenant for a client that the actor sees. */
export const findConfig = async (tx: Tx, actor: Actor, client: string): Promise<ConfigRow> =>
  found(
    await tx.one<ConfigRow>(sql`
      select g.consent_method, c.deleted_at
      from oauth_client c
      join oauth_connection_config g on g.client_id = c.id
      where c.id = ${client}
        and g.tenant_id = ${actor.tenant}
        and ${visibleClients(actor)}`),
    'Connection config',
    client,
  );

/** Builds the condition for the clients `c` that the actor's tenant owns and has not deleted. */
export const ownClients = (actor: Actor): Sql => sql`c.tenant_id = ${actor.tenant} and c.deleted_at is null`;

/** Finds a client that the actor's tenant owns and has not deleted. */
export const findOwnClient = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> =>
  found(
    await tx.one<{ id: string }>(sql`
      select c.id
      from oauth_client c
      where c.id = ${id}
        and ${ownClients(actor)}`),
    'OAuth client',
    id,
  );

/**
 * Locks a client that the actor's tenant owns and has not deleted, for a change.
 * @rule oauth-clients.built-in.kept
 */
export const lockClient = async (tx: Tx, actor: Actor, id: string): Promise<ClientRow> =>
  found(
    await tx.one<ClientRow>(sql`
      select ${clientColumns}
      from oauth_client c
      where c.id = ${id}
        and ${ownClients(actor)}
      for update`),
    'OAuth client',
    id,
  );
