/** Which workspace of the target stands for which of the source. */
import { fault, info, warning, type Item } from './report.ts';
import type { Sketch } from './sketch.ts';

/** What the report says of a workspace itself. */
export type WorkspaceHead = Item & { workspaceType: 'shared' | 'personal' | 'custom' };

/**
 * Matches workspaces by name and creates those that the target lacks; personal ones stay out.
 * @rule promotions.workspaces.created
 * @rule promotions.workspaces.personal
 */
export function draftWorkspaces(sketch: Sketch): WorkspaceHead[] {
  const { chosen, target, changes, counterparts, newId } = sketch;
  const existing = new Map(target.workspaces.map((one) => [one.name, one]));
  const heads: WorkspaceHead[] = [];
  for (const { id, name, type } of chosen.workspaces) {
    const match = existing.get(name);
    const blocked = match?.type === 'personal';
    const targetId = match?.id ?? newId();
    counterparts.set(id, targetId);
    if (!match) changes.workspaces.push({ id: targetId, source: id });
    heads.push({
      id,
      target: targetId,
      name,
      workspaceType: type,
      status: blocked ? 'FAILED' : match ? 'REUSED' : 'CREATED',
      messages: blocked ? [fault(`The workspace '${name}' of the target environment is a personal one: rename one of the two.`)] : [],
    });
  }
  for (const workspace of new Set([...chosen.needed.keys(), ...chosen.skipped.keys()])) {
    const { id, name, type } = workspace;
    const needs = chosen.needed.get(workspace);
    const passedOver = `The workspace '${name}' is a personal one, which cannot be promoted.`;
    heads.push({
      id,
      target: null,
      name,
      workspaceType: type,
      status: needs ? 'FAILED' : 'SKIPPED',
      messages: needs
        ? needs.map((need) => fault(`The workspace '${name}' is a personal one, which cannot be promoted, but ${need} of it.`))
        : [chosen.skipped.get(workspace) ? warning(passedOver) : info(passedOver)],
    });
  }
  return heads;
}
