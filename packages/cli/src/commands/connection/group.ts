import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { ifFound } from '../../if-found.ts';
import { group, listCommand, thingCommand } from '../../group.ts';
import type { Cell } from '../../table.ts';
import { addSharingOptions, changeSharings, type SharingOptions } from '../sharing/options.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import { replaceConnection } from './change.ts';
import { createCatalogConnection } from './create.ts';
import { readAllConnections, connectionNoun } from './lookup.ts';
import { scanConnection } from './scan.ts';

const listCatalogConnections = listCommand({
  description: 'List connections: those of your workspaces, and those of the catalogue that are shared with you',
  examples: ['millrace connection list --catalogue'],
  options: (command) => command.option('--catalogue', 'only those of the catalogue'),
  async read({ client }, { catalogue }: { catalogue?: true }) {
    const all = await readAllConnections(client);
    const shown = catalogue ? all.filter(({ datasets }) => datasets !== undefined) : all;
    return shown;
  },
  columns: () => ({
    ID: (connection) => connection.id,
    NAME: (connection) => connection.name,
    KIND: (connection) => connection.kind,
    WORKSPACE: (connection) => connection.workspace,
    'IN CATALOGUE': (connection) => (connection.datasets === undefined ? 'no' : 'yes'),
    DATASETS: (connection) => connection.datasets,
  }),
  none: 'There are no such connections.',
});

const getCatalogConnection = thingCommand(connectionNoun, 'show', {
  description: 'Show a connection with its parameters; encrypted ones are not readable',
  examples: ['millrace connection show warehouse'],
  async run({ client, output }, id) {
    const connection = (await inCatalogue(client, id)) ?? (await inWorkspace(client, id));
    if (output.json) return output.printJson(connection.answer);
    return output.printProperties(connection.properties);
  },
});

type Shown = { answer: object; properties: [string, Cell][] };

/** Reads a connection of the catalogue; undefined if the catalogue does not have it. */
async function inCatalogue(client: Client, id: string): Promise<Shown | undefined> {
  const connection = (await ifFound(client.call('GET /connections/{connectionId}', { path: { connectionId: id } })))?.body;
  if (!connection) return undefined;
  return {
    answer: connection,
    properties: [
      ['Id', connection.id],
      ['Name', connection.label],
      ['Description', connection.description],
      ['In the catalogue', 'yes'],
      ['Type', connection.typeLabel],
      ['Datasets', connection.datasetsCount],
      ['Keeps samples', connection.keepsSamples ? 'yes' : 'no'],
      ['Engine', connection.cloudAgentId ?? 'built-in'],
      ['Tags', connection.tags?.join(', ')],
      ['Owner', connection.owner],
      ...Object.entries(connection.properties).map(([name, value]): [string, Cell] => [name, String(value)]),
    ],
  };
}

async function inWorkspace(client: Client, id: string): Promise<Shown> {
  const { body: connection } = await client.call('GET /orchestration/connections/{connectionId}', { path: { connectionId: id } });
  return {
    answer: connection,
    properties: [
      ['Id', connection.id],
      ['Name', connection.name],
      ['In the catalogue', 'no'],
      ['Type', connection.app],
      ['Workspace', connection.workspace?.name],
      ...connection.parameters.map(({ name, value, encrypted }): [string, Cell] => [name, encrypted ? '***' : (value ?? '')]),
    ],
  };
}

const deleteCatalogConnection = thingCommand(connectionNoun, 'delete', {
  description: 'Delete a connection that no task and no dataset uses',
  options: (command) => command.option('--only-from-catalogue', 'take it out of the catalogue; tasks of its workspace go on using it'),
  examples: ['millrace connection delete warehouse', 'millrace connection delete warehouse --only-from-catalogue'],
  async run({ client, output }, connectionId, { onlyFromCatalogue }: { onlyFromCatalogue?: true }) {
    if (onlyFromCatalogue) await client.call('DELETE /connections/{connectionId}', { path: { connectionId } });
    else await client.call('DELETE /orchestration/connections/{connectionId}', { path: { connectionId } });
    return output.printResult(
      { id: connectionId },
      onlyFromCatalogue ? `Took connection ${connectionId} out of the catalogue.` : `Deleted connection ${connectionId}.`,
    );
  },
});

const testCatalogConnection = thingCommand(connectionNoun, 'test', {
  description: 'Test whether a connection can be opened',
  examples: ['millrace connection test warehouse'],
  async run({ client, output }, connectionId) {
    const { body } = await client.call('POST /connections/{connectionId}/test', { path: { connectionId } });
    if (output.json) output.printJson(body);
    else if (body.success) output.print(body.reason);
    if (!body.success) throw new Failure('refused', body.reason);
  },
});

const shareCatalogConnection = thingCommand(connectionNoun, 'share', {
  description: 'Show who a connection of the catalogue is shared with, or share it with users and groups',
  options: addSharingOptions,
  examples: ['millrace connection share warehouse --group analysts'],
  async run({ client, output }, entityId, options: SharingOptions) {
    return changeSharings(client, output, { entityType: 'connection', entityId }, options);
  },
});

const moveConnection = thingCommand(connectionNoun, 'move', {
  description: 'Move a connection to another workspace of its environment',
  arguments: { '<workspace>': 'name or id of the workspace' },
  examples: ['millrace connection move warehouse Finance'],
  async run({ client, output }, connectionId, workspace: string) {
    const path = { connectionId, targetWorkspaceId: (await resolveWorkspace(client, workspace)).id };
    const { body } = await client.call('PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}', { path });
    return output.printResult(body, `Moved connection ${body.name} (${body.id}) to ${body.workspace.name ?? ''}.`);
  },
});

/** `millrace connection`. */
export const connectionGroup = group(
  'connection',
  'Create connections for tasks and for the catalogue, list, test, scan, share and delete them',
  [
    createCatalogConnection,
    listCatalogConnections,
    getCatalogConnection,
    testCatalogConnection,
    replaceConnection,
    moveConnection,
    scanConnection,
    shareCatalogConnection,
    deleteCatalogConnection,
  ],
);
