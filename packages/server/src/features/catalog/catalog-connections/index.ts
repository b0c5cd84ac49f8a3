/** Catalogue connections: the data that the catalogue adds to the connections of workspaces. */
import { conflict } from '../../../core/base/problem.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../surfaces/error-formats.ts';
import * as operations from './operations.ts';

export { connectionLeaving, findCatalogConnection, holdCatalogConnection, lockCatalogConnection, samplesForbidden } from './rows.ts';
export { requireLevelOn } from './rules.ts';
export { connectionTypeOf, isJdbcType } from './connection-types.ts';
export { epochSql, typePartSql } from './query-fields.ts';

/** The endpoints of catalogue connections. */
export const catalogConnections: Feature = {
  surface: catalogErrors,
  endpoints: Object.values(operations),
  constraints: {
    connection_name_once: () =>
      conflict('connection_name_taken', 'The workspace already has a connection of that name: choose another label.'),
    /** @rule catalog-connections.delete.use */
    dataset_connection_id_fkey: () => conflict('connection_in_use', 'Datasets use the connection: delete them first.'),
  },
};
