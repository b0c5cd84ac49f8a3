import type { Schema } from '@millrace/contract';
import { type Sql, sql } from '../../../core/database/sql.ts';

/** The row of a group; its members are ordered by login. */
export type GroupRow = { id: string; name: string; user_ids: string[]; role_ids: string[] };

/** The groups `gr` of the user `u`, as a table of a statement. */
export const groupsOfUser: Sql = sql`(select o.* from account_group_member m join account_group o on o.id = m.group_id where m.account_id = u.id) gr`;

/** Builds a query for the groups of an account as JSON, by name; `account` is a column of the statement. */
export const groupNamesOf = (account: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('id', gr.id, 'name', gr.name) order by gr.name)
    from account_group_member gm
    join account_group gr on gr.id = gm.group_id
    where gm.account_id = ${account}), '[]')`;

/** The origin of a group in the words of the API: an identity provider if it has set its own id, else this server. */
export const groupProvider = (externalId: Sql): Sql => sql`case when ${externalId} is null then 'custom' else 'idp' end`;

/** Converts a row to Group. */
export const toGroupJson = (row: GroupRow): Schema<'Group'> => ({
  id: row.id,
  name: row.name,
  userIds: row.user_ids,
  roleIds: row.role_ids,
});
