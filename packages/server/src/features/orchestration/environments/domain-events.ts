/** The events of environments. */
import { domainEvent } from '../../../core/events/domain-events.ts';

/** The data of the event: the id of the custom workspace, and the account that created the environment. */
export type EnvironmentCreated = { workspaceId: string; creator: { id: string } };

/** An environment was created, with its custom workspace. */
export const environmentCreated = domainEvent<EnvironmentCreated>('environment-created');

/** These workspaces will be deleted in this transaction, with all their content. */
export const workspacesDeleting = domainEvent<{ workspaces: readonly string[] }>('workspaces-deleting');
