import type { Noun } from '../../command-builders.ts';
import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { isId, pickOne } from '../../names.ts';
import { type ListPage, readPages } from '../../pages.ts';
import { clusterNoun, engineNoun } from '../engine/lookup.ts';
import { findEnvironmentId } from '../environment/lookup.ts';
import type { OwnerOptions } from './options.ts';

type ProfileFilter = Pick<Schema<'RunProfileFilters'>, 'processorTypes' | 'processorIds' | 'scopeIds' | 'name'>;

/** Lists run profiles by filters. */
export const readRunProfiles = (client: Client, filter: ProfileFilter = {}): Promise<ListPage<Schema<'BaseRunProfile'>>> =>
  readPages(client, 'POST /processing/run-profiles/search', { body: { ...filter, sortBy: 'NAME', sortOrder: 'ASC' } });

/** Finds the id of a run profile by its name among those that a filter selects. An id is returned as it is. */
export async function findRunProfileId(client: Client, idOrName: string, filter: ProfileFilter = {}): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { items } = await readRunProfiles(client, filter);
  return pickOne('run profile', idOrName, items, ({ id, name, processorType, processorId: ownerId }) => ({
    id,
    names: [name],
    place: `${processorType} ${ownerId}`,
  })).id;
}

/** How a command names a run profile. */
export const runProfileNoun: Noun = { what: 'run profile', argument: '<name or id>', find: findRunProfileId };

/** Finds the owner that the options name; undefined if they name none. Throws a `Failure` if they name more than one. */
export async function findProfileOwner(client: Client, { engine, cluster, environment }: OwnerOptions) {
  if ([engine, cluster, environment].filter((name) => name !== undefined).length > 1)
    throw new Failure('usage', 'Give only one of --engine, --cluster and --environment.');
  if (engine !== undefined) return { processorType: 'RE' as const, id: await engineNoun.find(client, engine) };
  if (cluster !== undefined) return { processorType: 'REC' as const, id: await clusterNoun.find(client, cluster) };
  if (environment !== undefined) return { processorType: 'DYNAMIC_ENGINE' as const, id: await findEnvironmentId(client, environment) };
  return undefined;
}
