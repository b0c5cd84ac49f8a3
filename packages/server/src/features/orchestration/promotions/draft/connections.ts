/** Drafts connections and their parameters, without the values of secrets. */
import { byWorkspaceName, workspaceNameKey, type ContentConnection } from './environment-content.ts';
import { fault, itemStatus, warning, type Message, type UsedItem } from './report.ts';
import { counterpartOf, usesOf, type DraftState } from './draft-state.ts';

/**
 * Drafts the connections that tasks use. A connection of the target keeps its values and gets the parameters that it lacks.
 * @rule promotions.connections.values
 * @rule promotions.connections.parameters
 */
export function draftConnections(state: DraftState): UsedItem[] {
  const { target, chosen, changes, counterparts, newId } = state;
  const existing = byWorkspaceName(target.connections);
  return [...chosen.connections].map(([connection, tasks]) => {
    const workspace = counterpartOf(state, connection.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, connection.name));
    const id = match?.id ?? newId();
    counterparts.set(connection.id, id);
    if (!match) changes.connections.push({ id, source: connection.id, workspace });

    const known = new Set(match?.parameters.map(({ name }) => name));
    const offset = Math.max(-1, ...(match?.parameters.map(({ position }) => position) ?? [])) + 1;
    const added = connection.parameters.filter(({ name }) => !known.has(name));
    for (const { name, position } of added)
      changes.parameters.push({ connection: id, source: connection.id, name, position: offset + position });

    const isOtherApp = match !== undefined && match.app !== connection.app;
    return {
      id: connection.id,
      target: id,
      name: connection.name,
      workspaceId: connection.workspace_id,
      status: itemStatus(isOtherApp, match !== undefined, added.length > 0),
      messages: isOtherApp
        ? [fault(appFault(connection, match.app))]
        : [...removedSecrets(added, match), ...missingSecrets(connection, match)],
      usedBy: usesOf(tasks),
    };
  });
}

/**
 * Warns of secrets of the target that lose their values: a parameter that is added could send them to another place, as one that a caller adds.
 * @rule promotions.connections.destination
 */
function removedSecrets(added: ContentConnection['parameters'], match: ContentConnection | undefined): Message[] {
  if (!match || added.every(({ encrypted }) => encrypted)) return [];
  return match.parameters
    .filter(({ set }) => set)
    .map(({ name }) =>
      warning(
        `The secret parameter '${name}' of the connection '${match.name}' in the target environment loses its value, because parameters are added that could send it to another place: set it again.`,
      ),
    );
}

/**
 * Warns of secrets that have a value in the source and will have none in the target.
 * @rule promotions.connections.secrets
 */
function missingSecrets(source: ContentConnection, match: ContentConnection | undefined): Message[] {
  const parameters = new Map(match?.parameters.map((parameter) => [parameter.name, parameter]));
  return source.parameters
    .filter(({ name, encrypted, set }) => {
      const own = parameters.get(name);
      return encrypted && set && (own === undefined || (own.encrypted && !own.set));
    })
    .map(({ name }) =>
      warning(`The secret parameter '${name}' of the connection '${source.name}' is not promoted: set it in the target environment.`),
    );
}

const appFault = (source: ContentConnection, targetApp: string): string =>
  `The connection '${source.name}' is for ${source.app}, and the connection of that name in the target environment for ${targetApp}: rename one of the two.`;
