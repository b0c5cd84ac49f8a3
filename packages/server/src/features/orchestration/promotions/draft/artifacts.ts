/** Which artifacts and versions come into the target. */
import { byWorkspaceName, workspaceNameKey, type EstateTask, type EstateVersion } from './estate.ts';
import { fault, type ArtifactItem, type Message, type ReportStatus, type VersionItem } from './report.ts';
import { counterpartOf, usesOf, type Sketch } from './sketch.ts';

/**
 * Brings the versions that are used; equal content is the same version, and a version never changes.
 * @rule promotions.artifacts.versions
 */
export function draftArtifacts(sketch: Sketch): ArtifactItem[] {
  const { source, target, chosen, changes, counterparts, newId } = sketch;
  // A map keeps what came last, and versions come newest first: of each artifact it holds the oldest, which is enough to know it by.
  const artifacts = byWorkspaceName(target.versions.map((one) => ({ ...one, id: one.artifact_id })));
  const newest = new Map(target.versions.toReversed().map((one) => [one.artifact_id, one.version]));
  const versions = new Map(target.versions.map((one) => [`${one.artifact_id} ${one.version}`, one]));
  const groups = Map.groupBy(
    source.versions.filter((one) => chosen.versions.has(one)),
    (one) => one.artifact_id,
  );

  return [...groups].flatMap(([id, used]) => {
    const [first] = used;
    if (!first) return [];
    const workspace = counterpartOf(sketch, first.workspace_id);
    const match = artifacts.get(workspaceNameKey(workspace, first.name));
    const targetId = match?.id ?? newId();
    counterparts.set(id, targetId);
    if (!match) changes.artifacts.push({ id: targetId, source: id, workspace });

    const items = used.map((one) => {
      const same = versions.get(`${targetId} ${one.version}`);
      const versionId = same?.id ?? newId();
      counterparts.set(one.id, versionId);
      if (!same) changes.versions.push({ id: versionId, source: one.id, artifact: targetId });
      return toVersionItem(one, versionId, same);
    });
    const other = match && match.type !== first.type ? [fault(typeFault(first, match.type))] : [];
    return [
      {
        id,
        target: targetId,
        name: first.name,
        workspaceId: first.workspace_id,
        jobType: first.type,
        targetVersion: newest.get(targetId) ?? null,
        status: statusOf(match !== undefined, other, items),
        messages: [...other, ...items.flatMap((one) => one.messages)],
        usedBy: usesOf(used.flatMap((one): EstateTask[] => chosen.versions.get(one) ?? [])),
        versions: items,
      },
    ];
  });
}

function toVersionItem(one: EstateVersion, target: string, same: EstateVersion | undefined): VersionItem {
  const differs = same !== undefined && same.blob_hash !== one.blob_hash;
  return {
    id: one.id,
    target,
    name: one.name,
    version: one.version,
    status: differs ? 'FAILED' : same ? 'REUSED' : 'CREATED',
    messages: differs
      ? [
          fault(
            `The target environment has a version ${one.version} of the artifact '${one.name}' with other content, and versions never change: publish another version.`,
          ),
        ]
      : [],
  };
}

const typeFault = (one: EstateVersion, type: string): string =>
  `The artifact '${one.name}' is of type ${one.type}, and the one of that name in the target environment of type ${type}: rename one of the two.`;

function statusOf(exists: boolean, other: readonly Message[], items: readonly VersionItem[]): ReportStatus {
  if (other.length > 0 || items.some((one) => one.status === 'FAILED')) return 'FAILED';
  if (!exists) return 'CREATED';
  return items.some((one) => one.status === 'CREATED') ? 'REPLACED' : 'REUSED';
}
