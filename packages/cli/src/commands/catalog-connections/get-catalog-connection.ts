import { ApiError, type Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { openContext } from '../../context.ts';
import { examples } from '../../examples.ts';
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
      const one = (await inCatalogue(client, id)) ?? (await inWorkspace(client, id));
      if (output.json) return output.printJson(one.answer);
      return output.printProperties(one.properties);
    });
}

type Shown = { answer: object; properties: [string, Cell][] };

/** Undefined where the catalogue does not have the connection. */
async function inCatalogue(client: Client, id: string): Promise<Shown | undefined> {
  const { body: one } = await client.call('GET /connections/{connectionId}', { path: { connectionId: id } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return { body: undefined };
    throw error;
  });
  if (!one) return undefined;
  return {
    answer: one,
    properties: [
      ['Id', one.id],
      ['Name', one.label],
      ['Description', one.description],
      ['In the catalogue', 'yes'],
      ['Type', one.typeLabel],
      ['Datasets', one.datasetsCount],
      ['Keeps samples', one.keepsSamples ? 'yes' : 'no'],
      ['Engine', one.cloudAgentId ?? 'built-in'],
      ['Tags', one.tags?.join(', ')],
      ['Owner', one.owner],
      ...Object.entries(one.properties).map(([name, value]): [string, Cell] => [name, String(value)]),
    ],
  };
}

async function inWorkspace(client: Client, id: string): Promise<Shown> {
  const { body: one } = await client.call('GET /orchestration/connections/{connectionId}', { path: { connectionId: id } });
  return {
    answer: one,
    properties: [
      ['Id', one.id],
      ['Name', one.name],
      ['In the catalogue', 'no'],
      ['Type', one.app],
      ['Workspace', one.workspace?.name],
      ...one.parameters.map(({ name, value, encrypted }): [string, Cell] => [name, encrypted ? '***' : (value ?? '')]),
    ],
  };
}
