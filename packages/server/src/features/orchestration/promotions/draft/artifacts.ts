/** Drafts artifacts and their versions. */
import { byWorkspaceName, workspaceNameKey, type ContentTask, type ContentVersion } from './environment-content.ts';
import { fault, itemStatus, type ArtifactItem, type VersionItem } from './report.ts';
import { counterpartOf, usesOf, type DraftState } from './draft-state.ts';

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
