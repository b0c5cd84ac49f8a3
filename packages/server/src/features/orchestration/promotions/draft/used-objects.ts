/** Drafts what tasks use: artifacts, connections and resources. */
import { DRIVER_RESOURCE } from '@millrace/crawler';
import { DRIVER_PARAMETERS } from '../../connections/index.ts';
import { counterpartOf, type DraftState, usesOf } from './draft-state.ts';
import { byWorkspaceName, type ContentConnection, type ContentTask, type ContentVersion, workspaceNameKey } from './environment-content.ts';
import { type ArtifactItem, fault, info, itemStatus, type Message, type UsedItem, type VersionItem, warning } from './report.ts';

/**
 * Drafts the versions that tasks use. A version with equal content is reused; other content is a fault, because versions never change.
 * @rule promotions.artifacts.versions
 */
export function draftArtifacts(state: DraftState): ArtifactItem[] {
  const { source, target, chosen, changes, counterparts, newId } = state;
  // The map has one version of each artifact, which is enough to identify the artifact by workspace and name.
  const artifacts = byWorkspaceName(target.versions.map((version) => ({ ...version, id: version.artifact_id })));
  // Versions are sorted, newest first; a map keeps the last value of a key.
  const newest = new Map(target.versions.toReversed().map((version) => [version.artifact_id, version.version]));
  const versions = new Map(target.versions.map((version) => [`${version.artifact_id} ${version.version}`, version]));
  const groups = Map.groupBy(
    source.versions.filter((version) => chosen.versions.has(version)),
    (version) => version.artifact_id,
  );

  return [...groups].flatMap(([id, used]) => {
    const [first] = used;
    if (!first) return [];
    const workspace = counterpartOf(state, first.workspace_id);
    const match = artifacts.get(workspaceNameKey(workspace, first.name));
    const targetId = match?.id ?? newId();
    counterparts.set(id, targetId);
    if (!match) changes.artifacts.push({ id: targetId, source: id, workspace });

    const items = used.map((version) => {
      const same = versions.get(`${targetId} ${version.version}`);
      const versionId = same?.id ?? newId();
      counterparts.set(version.id, versionId);
      if (!same) changes.versions.push({ id: versionId, source: version.id, artifact: targetId });
      return toVersionItem(version, versionId, same);
    });
    const typeFaults = match && match.type !== first.type ? [fault(typeFault(first, match.type))] : [];
    const isFailed = typeFaults.length > 0 || items.some(({ status }) => status === 'FAILED');
    const hasNewVersion = items.some(({ status }) => status === 'CREATED');
    return [
      {
        id,
        target: targetId,
        name: first.name,
        workspaceId: first.workspace_id,
        jobType: first.type,
        targetVersion: newest.get(targetId) ?? null,
        status: itemStatus(isFailed, match !== undefined, hasNewVersion),
        messages: [...typeFaults, ...items.flatMap(({ messages }) => messages)],
        usedBy: usesOf(used.flatMap((version): ContentTask[] => chosen.versions.get(version) ?? [])),
        versions: items,
      },
    ];
  });
}

function toVersionItem({ id, name, version, blob_hash }: ContentVersion, target: string, same: ContentVersion | undefined): VersionItem {
  const differs = same !== undefined && same.blob_hash !== blob_hash;
  return {
    id,
    target,
    name,
    version,
    status: itemStatus(differs, same !== undefined, false),
    messages: differs
      ? [
          fault(
            `The target environment has a version ${version} of the artifact '${name}' with other content, and versions never change: publish another version.`,
          ),
        ]
      : [],
  };
}

const typeFault = (source: ContentVersion, targetType: string): string =>
  `The artifact '${source.name}' is of type ${source.type}, and the artifact of that name in the target environment of type ${targetType}: rename one of the two.`;

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
    const added = connection.parameters.filter(({ name }) => !known.has(name) && !isLeftOut(name, known));
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
 * Returns whether a parameter is not copied: the driver, because it is a resource of the source, and all that decides which code a driver runs, if the
 * connection of the target has a driver of its own. `known` are the parameters of the target.
 */
const isLeftOut = (name: string, known: ReadonlySet<string>): boolean =>
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

/**
 * Drafts the resources that tasks use. A resource of the target gets the content and description of the source, unless the caller keeps resources.
 * The driver of a connection of the target stays: its content is code that crawls run with the secrets of the target.
 * @rule promotions.resources.content
 * @rule promotions.resources.kept
 * @rule promotions.resources.driver
 */
export function draftResources(state: DraftState): UsedItem[] {
  const { target, chosen, changes, counterparts, options, newId } = state;
  const existing = byWorkspaceName(target.resources);
  return [...chosen.resources].map(([resource, tasks]) => {
    const { id: source, name } = resource;
    const workspace = counterpartOf(state, resource.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, name));
    const id = match?.id ?? newId();
    counterparts.set(source, id);
    const isOtherKind = match !== undefined && match.file !== resource.file;
    const differs = match !== undefined && (match.blob_hash !== resource.blob_hash || match.description !== resource.description);
    const isReplaced = differs && !options.keepTargetResources && !match.is_driver;
    if (!match) changes.resources.push({ id, source, workspace });
    else if (isReplaced) changes.replacedResources.push({ id, source });
    const messages: Message[] = [];
    if (isOtherKind)
      messages.push(fault(`The resource '${name}' is a file in one of the environments and a folder in the other: rename one of the two.`));
    else if (differs && match.is_driver)
      messages.push(
        warning(
          `The resource '${name}' of the target environment is the JDBC driver of a connection there and is kept: ` +
            'upload the new content with the right PUBLISH.',
        ),
      );
    else if (differs && !isReplaced) messages.push(info(`The resource '${name}' of the target environment differs and is kept.`));
    return {
      id: source,
      target: id,
      name,
      workspaceId: resource.workspace_id,
      status: itemStatus(isOtherKind, match !== undefined, isReplaced),
      messages,
      usedBy: usesOf(tasks),
    };
  });
}
