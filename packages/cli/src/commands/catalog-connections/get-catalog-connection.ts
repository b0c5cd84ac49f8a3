import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
import { ifFound } from '../../if-found.ts';
import type { Cell } from '../../table.ts';
import type { Shell } from '../../shell.ts';
import { findConnectionId } from './find-connection.ts';

/** `millrace connection show`. */
export function getCatalogConnection(parent: Command, shell: Shell): void {
  parent
    .command('show')
    .description('Show a connection with its parameters; encrypted ones are not readable')
    .argument('<name or id>', 'the connection')
    .addHelpText('after', examples('millrace connection show warehouse'))
    .action(async (idOrName: string, _options: unknown, command: Command) => {
      const { client, output } = await openContext(command, shell);
      const id = await findConnectionId(client, idOrName);
      const connection = (await inCatalogue(client, id)) ?? (await inWorkspace(client, id));
      if (output.json) return output.printJson(connection.answer);
      return output.printProperties(connection.properties);
    });
}

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
