import { readListPages, type ItemOf } from '@millrace/client/lists';
import type { Route } from '@millrace/contract';
import type { Client, InputOf } from '@millrace/contract/client';

/** A page of a list of the API. */
export type ListPage<T> = { items: T[]; limit: number; offset: number; total: number };

/** Reads a list, or its first entries, and joins its pages into one. */
export async function readPages<R extends Route>(
  client: Client,
  route: R,
  input?: InputOf<R>,
  maximum = Infinity,
): Promise<ListPage<ItemOf<R>>> {
  const items: ItemOf<R>[] = [];
  let total: number | undefined;
  for await (const { entries, body } of readListPages((...call) => client.call(...call), route, input, maximum)) {
    items.push(...entries);
    ({ total } = body as { total?: number });
  }
  return { items, limit: items.length, offset: 0, total: total ?? items.length };
}

/** Reads a list, or its first entries. */
export const readWholeList = async <R extends Route>(
  client: Client,
  route: R,
  input?: InputOf<R>,
  maximum?: number,
): Promise<ItemOf<R>[]> => (await readPages(client, route, input, maximum)).items;
