/** Drafts resources. */
import { byWorkspaceName, workspaceNameKey } from './environment-content.ts';
import { fault, info, itemStatus, warning, type Message, type UsedItem } from './report.ts';
import { counterpartOf, usesOf, type DraftState } from './draft-state.ts';

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
