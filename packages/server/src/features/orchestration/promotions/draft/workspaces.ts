/** Drafts workspaces. */
import { fault, info, itemStatus, warning, type Item } from './report.ts';
import type { DraftState } from './draft-state.ts';

/** The item of a workspace in the report, without its content. */
export type WorkspaceItemFields = Item & { workspaceType: 'shared' | 'personal' | 'custom' };

/**
 * Matches workspaces by name and creates those that the target lacks; personal workspaces are not promoted.
 * @rule promotions.workspaces.created
 * @rule promotions.workspaces.personal
 */
export function draftWorkspaces(state: DraftState): WorkspaceItemFields[] {
  const { chosen, target, changes, counterparts, newId } = state;
  const existing = new Map(target.workspaces.map((workspace) => [workspace.name, workspace]));
  const items: WorkspaceItemFields[] = [];
  for (const { id, name, type } of chosen.workspaces) {
    const match = existing.get(name);
    const blocked = match?.type === 'personal';
    const targetId = match?.id ?? newId();
    counterparts.set(id, targetId);
    if (!match) changes.workspaces.push({ id: targetId, source: id });
    items.push({
      id,
      target: targetId,
      name,
      workspaceType: type,
      status: itemStatus(blocked, match !== undefined, false),
      messages: blocked ? [fault(`The workspace '${name}' of the target environment is a personal workspace: rename one of the two.`)] : [],
    });
  }
  for (const workspace of new Set([...chosen.needed.keys(), ...chosen.skipped.keys()])) {
    const { id, name, type } = workspace;
    const needs = chosen.needed.get(workspace);
    const notPromoted = `The workspace '${name}' is a personal one, which cannot be promoted.`;
    items.push({
      id,
      target: null,
      name,
      workspaceType: type,
      status: needs ? 'FAILED' : 'SKIPPED',
      messages: needs
        ? needs.map((need) => fault(`The workspace '${name}' is a personal one, which cannot be promoted, but ${need} in it.`))
        : [chosen.skipped.get(workspace) ? warning(notPromoted) : info(notPromoted)],
    });
  }
  return items;
}
