/** Drafts connections and their parameters, without the values of secrets. */
import { DRIVER_RESOURCE } from '@millrace/crawler';
import { DRIVER_PARAMETERS } from '../../connections/index.ts';
import { byWorkspaceName, workspaceNameKey, type ContentConnection } from './environment-content.ts';
import { fault, itemStatus, warning, type Message, type UsedItem } from './report.ts';
import { counterpartOf, usesOf, type DraftState } from './draft-state.ts';

/**
 * Drafts the connections that tasks use. A connection of the target keeps its values and gets the parameters that it lacks.
 * @rule promotions.connections.values
 * @rule promotions.connections.parameters
 * @rule promotions.connections.driver
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
    const added = connection.parameters.filter(({ name }) => !known.has(name) && !staysOut(name, known));
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
        : [...removedSecrets(added, match), ...missingSecrets(connection, match), ...missingDriver(connection, known)],
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

/**
 * The driver of the source is a resource of its workspace, which the target does not have; and a connection of the target that has a driver keeps all
 * that decides which code this driver runs.
 */
const staysOut = (name: string, known: ReadonlySet<string>): boolean =>
  name === DRIVER_RESOURCE || (known.has(DRIVER_RESOURCE) && DRIVER_PARAMETERS.includes(name));

const missingDriver = (source: ContentConnection, known: ReadonlySet<string>): Message[] =>
  source.parameters.some(({ name }) => name === DRIVER_RESOURCE) && !known.has(DRIVER_RESOURCE)
    ? [
        warning(
          `The JDBC driver of the connection '${source.name}' is not promoted: upload it in the target environment, ` +
            `and set "${DRIVER_RESOURCE}" there.`,
        ),
      ]
    : [];

const appFault = (source: ContentConnection, targetApp: string): string =>
  `The connection '${source.name}' is for ${source.app}, and the connection of that name in the target environment for ${targetApp}: rename one of the two.`;
