/** The events of environments. */
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { domainEvent } from '../../../core/events/domain-events.ts';
import { type EventActor, raiseAbout } from '../../events/outbox/index.ts';

/** The data of the event: the id of the custom workspace, and the account that created the environment. */
type EnvironmentCreated = { workspaceId: string; creator: { id: string } };

/** An environment was created, with its custom workspace. */
export const environmentCreated = domainEvent<EnvironmentCreated>('environment-created');

/** These workspaces will be deleted in this transaction, with all their content. */
export const workspacesDeleting = domainEvent<{ workspaces: readonly string[] }>('workspaces-deleting');

/**
 * Raises an event of an environment, after it was added or changed, and before it is deleted.
 * @rule events.environments.records
 */
export const raiseEnvironmentEvent = (
  tx: Tx,
  actor: EventActor,
  action: 'created' | 'updated' | 'deleted',
  environment: string,
): Promise<unknown> =>
  raiseAbout(
    tx,
    `com.service.v1.environment.${action}`,
    actor,
    sql`
      select e.tenant_id, null::uuid as space_id, e.id as resource_id, null::uuid as owner_id,
             jsonb_build_object('environmentId', e.id, 'name', e.name, 'description', e.description) as data
      from environment e
      where e.id = ${environment}`,
  );
