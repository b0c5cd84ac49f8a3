/** Catalogue connections: the data that the catalogue adds to the connections of workspaces. */
import { conflict } from '../../../core/base/problem.ts';
import type { Feature } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';
import { createCatalogConnection } from './create-catalog-connection.ts';
import { deleteCatalogConnection } from './delete-catalog-connection.ts';
import { getCatalogConnection } from './get-catalog-connection.ts';
import { listCatalogConnections } from './list-catalog-connections.ts';
import { replaceCatalogConnection } from './replace-catalog-connection.ts';
import { testCatalogConnection } from './test-catalog-connection.ts';

export { findCatalogConnection, holdCatalogConnection, lockCatalogConnection } from './access.ts';
export { connectionTypeOf, isJdbcType } from './connection-types.ts';
export { connectionLeaving, samplesForbidden } from './domain-events.ts';
export { epochSql, typeLabelSql } from './query-fields.ts';

/** The endpoints of catalogue connections. */
export const catalogConnections: Feature = {
  surface: catalogErrors,
  endpoints: [
    listCatalogConnections,
    createCatalogConnection,
    getCatalogConnection,
    replaceCatalogConnection,
    deleteCatalogConnection,
    testCatalogConnection,
  ],
  constraints: {
    connection_name_once: () =>
      conflict('connection_name_taken', 'The workspace already has a connection of that name: choose another label.'),
    /** @rule catalog-connections.delete.use */
    dataset_connection_id_fkey: () => conflict('connection_in_use', 'Datasets use the connection: delete them first.'),
  },
};
