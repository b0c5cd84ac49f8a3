/** Single calls of lists: over HTTP, and as SQL by hand. */
import type { Client } from 'pg';
import type { Pool } from 'undici';
import type { Caller, Seeded } from './lists-seed.ts';
import type { Filter, List } from './lists.ts';

const LIMIT = 100;

/** One call: a list, a filter and an offset, with the corresponding SQL by hand. */
export type ListCall = {
  list: List;
  filter: Filter;
  offset: number;
  count: { name: string; text: string; values: unknown[] };
  page: { name: string; text: string; values: unknown[] };
  /** Whether the SQL by hand is slow. */
  slow?: boolean;
};

/** The result of a call: the ids of the entries, and the total. */
type Answer = { ids: string[]; total: number };

/** Returns the calls of a list: for each filter the first, the middle and the last page. */
export async function callsOf(client: Client, seeded: Seeded, list: List, name: 'all' | 'three'): Promise<ListCall[]> {
  const calls: ListCall[] = [];
  for (const filter of list.filters) {
    const base = statementsOf(list, filter, [seeded[name].id, seeded.tenant]);
    const total = list.isUnpaged ? 0 : Number((await client.query<{ count: string }>(base.count)).rows[0]?.count);
    const offsets = new Set([0, Math.floor(total / 2), Math.max(0, total - LIMIT)]);
    for (const offset of offsets) {
      const page = { ...base.page, values: list.isUnpaged ? base.page.values : [...base.page.values, LIMIT, offset] };
      calls.push({ list, filter, offset, count: base.count, page });
    }
  }
  return calls;
}

function statementsOf(list: List, filter: Filter, caller: readonly string[]): Pick<ListCall, 'count' | 'page'> {
  const values: unknown[] = [...caller];
  const condition = (filter.where ?? 'true').replaceAll('?', () => `$${values.push((filter.values ?? [])[values.length - caller.length])}`);
  const where = `where ${list.where} and ${condition}`;
  const pages = list.isUnpaged ? '' : `limit $${values.length + 1} offset $${values.length + 2}`;
  return {
    count: named(`select count(*) from ${list.from} ${where}`, values),
    page: named(`select ${list.columns} from ${list.from} ${where} order by ${list.order} ${pages}`, values),
  };
}

const names = new Map<string, string>();

/** Returns a prepared statement. Statements with the same text have the same name. */
function named(text: string, values: unknown[]): ListCall['page'] {
  const name = names.get(text) ?? `list ${names.size}`;
  names.set(text, name);
  return { name, text, values };
}

/** Reads the list with SQL. */
export async function readByHand(client: Client, { list, count, page }: ListCall): Promise<Answer> {
  const total = list.isUnpaged ? undefined : Number((await client.query<{ count: string }>(count)).rows[0]?.count);
  const { rows } = await client.query<{ id: string }>(page);
  return { ids: rows.map((row) => row.id), total: total ?? rows.length };
}

/** Reads the list from Millrace. */
export async function readFromMillrace(pool: Pool, caller: Caller, { list, filter, offset }: ListCall): Promise<Answer> {
  const [method = '', route = ''] = list.route.split(' ');
  const sent = { ...filter.sent, ...(!list.isUnpaged && { limit: LIMIT, offset }) };
  const query = new URLSearchParams(Object.entries(sent).map(([key, value]): [string, string] => [key, String(value)]));
  const { statusCode, body } = await pool.request({
    method: method as 'GET',
    path: `${list.path ?? route}${method === 'GET' ? `?${query.toString()}` : ''}`,
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(sent) }),
  });
  const answer = JSON.parse(await body.text()) as { items?: Record<string, string>[]; total?: number };
  if (statusCode !== 200) throw new Error(`${list.route} was answered with ${statusCode}: ${JSON.stringify(answer)}`);
  const items = answer.items ?? (answer as unknown as Record<string, string>[]);
  return { ids: items.map((item) => item[list.id] ?? ''), total: answer.total ?? items.length };
}

/** Throws unless both answers are equal. */
export function requireEqual({ list, filter, offset }: ListCall, ours: Answer, theirs: Answer): void {
  if (list.uncompared) return;
  const call = `${list.route} with ${JSON.stringify(filter.sent ?? {})} at ${offset}`;
  if (ours.total !== theirs.total) throw new Error(`${call}: the total is ${ours.total}, by hand ${theirs.total}`);
  const wrong = ours.ids.findIndex((id, index) => id !== theirs.ids[index]);
  if (wrong >= 0 || ours.ids.length !== theirs.ids.length)
    throw new Error(`${call}: entry ${wrong} is ${ours.ids[wrong]}, by hand ${theirs.ids[wrong]}`);
}
