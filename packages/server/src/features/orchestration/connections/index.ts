/** Connections: addresses and credentials of the systems that tasks work with. */
import type { Feature } from '../../../core/http/feature.ts';
import { conflict } from '../../../core/base/problem.ts';
import { orchestrationErrors } from '../../../surfaces/error-formats.ts';
import { subscribe } from '../../../core/events/domain-events.ts';
import { workspacesDeleting } from '../environments/index.ts';
import * as operations from './operations.ts';
import { connectionSecrets } from './parameters.ts';
import { removeSharingsInWorkspaces } from './rows.ts';

export {
  insertPromotedConnections,
  insertPromotedParameters,
  type PromotedParameter,
  holdUsableConnections,
  lockConnection,
  connectionDeleting,
} from './rows.ts';
export { lockForCheck, recordCheck } from './checks.ts';
export { DRIVER_PARAMETERS, requireRightToChangeDriver } from './drivers.ts';
export { type GivenParameters, connectionParametersOfRun } from './parameters.ts';
export * from './stored-connections.ts';

/** The endpoints, the subscription and the secrets of connections. */
export const connections: Feature = {
  surface: orchestrationErrors,
  endpoints: Object.values(operations),
  /** @rule sharing.entities.deleted */
  subscriptions: [subscribe(workspacesDeleting, (tx, { workspaces }) => removeSharingsInWorkspaces(tx, workspaces))],
  encrypted: [connectionSecrets],
  constraints: {
    /** @rule connections.create.name */
    connection_name_once: () =>
      conflict('connection_name_taken', 'The workspace already has a connection of that name: choose another name.'),
    /** @rule catalog-connections.delete.use */
    dataset_connection_id_fkey: () => conflict('connection_in_use', 'Datasets of the catalogue use the connection: delete them first.'),
  },
};
