import { nounOf } from '../../command-builders.ts';
import type { Client } from '@millrace/contract/client';
import { readPages } from '../../pages.ts';

/** A connection of a workspace or of the catalogue. A connection of both is one record with one id. */
type FoundConnection = { id: string; name: string; kind: string; workspace: string; datasets: number | undefined };

/** Reads the connections of the catalogue and of the workspaces that the caller sees. `datasets` is undefined where the catalogue does not have it. */
export async function readAllConnections(client: Client): Promise<FoundConnection[]> {
  const { body: listed } = await client.call('GET /connections');
  const { items } = await readPages(client, 'GET /orchestration/connections');
  const inWorkspaces = new Map(items.map((item) => [item.id, item]));
  const known = listed.map(({ id = '', label, typeLabel = '', datasetsCount }) => {
    const inWorkspace = inWorkspaces.get(id);
    return {
      id,
      name: label,
      kind: inWorkspace?.app ?? typeLabel,
      workspace: inWorkspace?.workspace?.name ?? '',
      datasets: datasetsCount,
    };
  });
  const ids = new Set(known.map(({ id }) => id));
  const others = items
    .filter(({ id }) => !ids.has(id))
    .map((connection) => ({
      id: connection.id,
      name: connection.name,
      kind: connection.app,
      workspace: connection.workspace?.name ?? '',
      datasets: undefined,
    }));
  return [...known, ...others];
}

/** How a command names a connection. */
export const connectionNoun = nounOf('connection', readAllConnections, ({ id, name, workspace }) => ({
  id,
  names: [name],
  place: workspace,
}));
