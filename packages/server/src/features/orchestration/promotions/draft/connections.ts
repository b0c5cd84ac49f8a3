/** Which connections and parameters come into the target. Values of secrets do not. */
import { byWorkspaceName, workspaceNameKey, type EstateConnection } from './estate.ts';
import { fault, warning, type Message, type UsedItem } from './report.ts';
import { counterpartOf, usesOf, type Sketch } from './sketch.ts';

/**
 * Brings the connections that tasks name; one that exists keeps its values and gets the parameters that are new.
 * @rule promotions.connections.values
 * @rule promotions.connections.parameters
 */
export function draftConnections(sketch: Sketch): UsedItem[] {
  const { target, chosen, changes, counterparts, newId } = sketch;
  const existing = byWorkspaceName(target.connections);
  return [...chosen.connections].map(([one, tasks]) => {
    const workspace = counterpartOf(sketch, one.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, one.name));
    const id = match?.id ?? newId();
    counterparts.set(one.id, id);
    if (!match) changes.connections.push({ id, source: one.id, workspace });

    const known = new Set(match?.parameters.map(({ name }) => name));
    const after = Math.max(-1, ...(match?.parameters.map(({ position }) => position) ?? [])) + 1;
    const added = one.parameters.filter(({ name }) => !known.has(name));
    for (const { name, position } of added) changes.parameters.push({ connection: id, source: one.id, name, position: after + position });

    const isOther = match !== undefined && match.app !== one.app;
    return {
      id: one.id,
      target: id,
      name: one.name,
      workspaceId: one.workspace_id,
      status: isOther ? 'FAILED' : !match ? 'CREATED' : added.length > 0 ? 'REPLACED' : 'REUSED',
      messages: isOther ? [fault(appFault(one, match.app))] : missingSecrets(one, match),
      usedBy: usesOf(tasks),
    };
  });
}

/**
 * Secrets that are set in the source and will not be in the target.
 * @rule promotions.connections.secrets
 */
function missingSecrets(one: EstateConnection, match: EstateConnection | undefined): Message[] {
  const parameters = new Map(match?.parameters.map((parameter) => [parameter.name, parameter]));
  return one.parameters
    .filter(({ name, encrypted, set }) => {
      const own = parameters.get(name);
      return encrypted && set && (own === undefined || (own.encrypted && !own.set));
    })
    .map(({ name }) =>
      warning(`The secret parameter '${name}' of the connection '${one.name}' is not promoted: set it in the target environment.`),
    );
}

const appFault = (one: EstateConnection, app: string): string =>
  `The connection '${one.name}' is for ${one.app}, and the one of that name in the target environment for ${app}: rename one of the two.`;
