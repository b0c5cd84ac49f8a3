import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { Failure } from '../../failure.ts';
import { isId, pickOne } from '../../names.ts';
import { readPages } from '../../pages.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';
import type { FoundPromotion } from './lookup.ts';

/** The options for the content of a promotion, and for the objects that keep theirs. */
export type ChoiceOptions = {
  workspace?: string;
  plan?: string;
  task?: string;
  artifact?: string;
  keepResources?: true;
  keepRunProfiles?: true;
  context?: string;
};

/** The single object that is promoted, with what it needs. */
type ChosenObject = { id: string; type: 'WORKSPACE' | 'PLAN' | 'FLOW' | 'ACTION' };

/** Adds the options. */
export const withPromotionOptions = (command: Command): Command =>
  command
    .option('--workspace <name or id>', 'only a workspace of the source, with what it needs')
    .option('--plan <name or id>', 'only a plan of the source, with what it needs')
    .option('--task <name or id>', 'only a task of the source, with what it needs')
    .option('--artifact <name or id>', 'only an artifact of the source')
    .option('--keep-resources', 'resources of the target keep their content and description')
    .option('--keep-run-profiles', 'run profiles of the target keep their JVM arguments and description')
    .option('--context <text>', 'reason of the call, stored in the record');

/** The fields of a request that do not name an object. */
export const keptFields = ({ keepResources, keepRunProfiles, context }: ChoiceOptions) => ({
  ...(keepResources && { keepTargetResources: true }),
  ...(keepRunProfiles && { keepTargetRunProfiles: true }),
  ...(context !== undefined && { context }),
});

/** Finds the named object in the source environment; undefined if everything is promoted. */
export async function findChosen(
  client: Client,
  { sourceEnvironment: { id, name } }: FoundPromotion,
  { workspace, plan, task, artifact }: ChoiceOptions,
): Promise<ChosenObject | undefined> {
  if ([workspace, plan, task, artifact].filter((name) => name !== undefined).length > 1)
    throw new Failure('usage', 'Give only one of --workspace, --plan, --task and --artifact.');
  const anyWorkspace = { id: '', name: '', environment: { id, name } };
  if (plan !== undefined) return { type: 'PLAN', id: await findPlanId(client, plan, anyWorkspace) };
  if (task !== undefined) return { type: 'FLOW', id: await findTaskId(client, task, anyWorkspace) };
  if (artifact !== undefined) return { type: 'ACTION', id: await findArtifactId(client, artifact, id) };
  if (workspace === undefined) return undefined;
  const fullName = isId(workspace) || workspace.includes('/') ? workspace : `${name}/${workspace}`;
  return { type: 'WORKSPACE', id: (await resolveWorkspace(client, fullName)).id };
}

async function findArtifactId(client: Client, idOrName: string, environmentId: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { items } = await readPages(
    async (limit, offset) => (await client.call('GET /orchestration/artifacts', { query: { environmentId, limit, offset } })).body,
  );
  return pickOne('artifact', idOrName, items, ({ id, name, workspace }) => ({
    id,
    names: [name, `${workspace.name ?? ''}/${name}`],
    place: workspace.name,
  })).id;
}
