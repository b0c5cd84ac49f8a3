/** The sharings that accounts keep on connections of a workspace, and on the datasets and crawlers of these, when they lose their rights on it. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import { type EntityType, levelNumbered } from './entity-types.ts';

/** An account, and a workspace on which it has no rights. */
type FormerHolder = { workspace: string; account: string };

/** The maximum number of sharings of an account that are named; the others are counted. */
const MAX_NAMED = 20;

type Row = FormerHolder & { total: number; sharings: { type: Exclude<EntityType, 'preparation'>; id: string; level: number }[] };

/**
 * Selects the own sharings of accounts, by workspace and account. The owner of a workspace is left out, because it has all rights without a grant.
 * @rule sharing.rights.remaining
 */
export async function selectRemainingSharings(
  tx: Tx,
  holders: readonly FormerHolder[],
): Promise<(FormerHolder & { remaining: Schema<'RemainingSharings'> })[]> {
  if (holders.length === 0) return [];
  const rows = await tx.rows<Row>(sql`
    select n.workspace, n.account, max(n.total)::integer as total,
           json_agg(json_build_object('type', n.type, 'id', n.id, 'level', n.level) order by n.place) as sharings
    from (
      select h.workspace, h.account, e.type, e.id, s.level,
             count(*) over (partition by h.workspace, h.account) as total,
             row_number() over (partition by h.workspace, h.account order by e.place, s.level desc, e.id) as place
      from unnest(${holders.map(({ workspace }) => workspace)}::uuid[], ${holders.map(({ account }) => account)}::uuid[]) as h (workspace, account)
      join workspace w on w.id = h.workspace and w.owner_id <> h.account
      join connection c on c.workspace_id = h.workspace
      cross join lateral (
        select 1 as place, 'connection' as type, c.id
        union all
        select 2, 'crawler', k.id
        from crawler k
        where k.connection_id = c.id
          and k.deleted_at is null
        union all
        select 3, 'dataset', d.id
        from dataset d
        where d.connection_id = c.id) e
      join sharing s on s.user_id = h.account and s.entity_type = e.type and s.entity_id = e.id) n
    where n.place <= ${MAX_NAMED}
    group by n.workspace, n.account`);
  return rows.map(({ workspace, account, total, sharings }) => ({
    workspace,
    account,
    remaining: {
      total,
      first: sharings.map(({ type, id, level }) => ({ entityType: type, entityId: id, levelCode: levelNumbered(level).code })),
    },
  }));
}
