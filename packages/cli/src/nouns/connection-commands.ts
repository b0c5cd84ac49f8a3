import type { Command } from 'commander';

import { createCatalogConnection } from '../commands/catalog-connections/create-catalog-connection.ts';
import { deleteCatalogConnection } from '../commands/catalog-connections/delete-catalog-connection.ts';
import { getCatalogConnection } from '../commands/catalog-connections/get-catalog-connection.ts';
import { listCatalogConnections } from '../commands/catalog-connections/list-catalog-connections.ts';
import { shareCatalogConnection } from '../commands/catalog-connections/share-catalog-connection.ts';
import { testCatalogConnection } from '../commands/catalog-connections/test-catalog-connection.ts';
import { moveConnection } from '../commands/connections/move-connection.ts';
import { replaceConnection } from '../commands/connections/replace-connection.ts';
import { scanConnection } from '../commands/crawlers/scan-connection.ts';
import type { Shell } from '../shell.ts';

/** Adds `millrace connection`. */
export function addConnectionCommands(program: Command, shell: Shell): void {
  const connection = program
    .command('connection')
    .description('Create connections for tasks and for the catalogue, list, test, scan, share and delete them');
  for (const add of [
    createCatalogConnection,
    listCatalogConnections,
    getCatalogConnection,
    testCatalogConnection,
    replaceConnection,
    moveConnection,
    scanConnection,
    shareCatalogConnection,
    deleteCatalogConnection,
  ])
    add(connection, shell);
}
