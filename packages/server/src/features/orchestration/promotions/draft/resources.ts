/** Which resources come into the target. */
import { byWorkspaceName, workspaceNameKey } from './estate.ts';
import { fault, info, type UsedItem } from './report.ts';
import { counterpartOf, usesOf, type Sketch } from './sketch.ts';

/**
 * Brings the resources that tasks name; one that exists gets the content and description of the source, unless the caller keeps those of the target.
 * @rule promotions.resources.content
 * @rule promotions.resources.kept
 */
export function draftResources(sketch: Sketch): UsedItem[] {
  const { target, chosen, changes, counterparts, options, newId } = sketch;
  const existing = byWorkspaceName(target.resources);
  return [...chosen.resources].map(([one, tasks]) => {
    const workspace = counterpartOf(sketch, one.workspace_id);
    const match = existing.get(workspaceNameKey(workspace, one.name));
    const id = match?.id ?? newId();
    counterparts.set(one.id, id);
    const isOther = match !== undefined && match.file !== one.file;
    const differs = match !== undefined && (match.blob_hash !== one.blob_hash || match.description !== one.description);
    const kept = differs && options.keepTargetResources;
    if (!match) changes.resources.push({ id, source: one.id, workspace });
    else if (differs && !kept) changes.replacedResources.push({ id, source: one.id });
    return {
      id: one.id,
      target: id,
      name: one.name,
      workspaceId: one.workspace_id,
      status: isOther ? 'FAILED' : !match ? 'CREATED' : differs && !kept ? 'REPLACED' : 'REUSED',
      messages: isOther
        ? [fault(`The resource '${one.name}' is a file in one of the environments and a folder in the other: rename one of the two.`)]
        : kept
          ? [info(`The resource '${one.name}' of the target environment differs and is kept.`)]
          : [],
      usedBy: usesOf(tasks),
    };
  });
}
