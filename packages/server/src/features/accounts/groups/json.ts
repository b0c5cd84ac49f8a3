/** The JSON of groups and their members. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';

/** The row of a group; its members are ordered by login. */
export type GroupRow = { id: string; name: string; user_ids: string[] };

/** The columns of `GroupRow`, for statements with the alias `g`. */
export const groupColumns: Sql = sql`
  g.id, g.name,
  array(
    select u.id
    from account_group_member m
    join account u on u.id = m.account_id
    where m.group_id = g.id
    order by u.login, u.id) as user_ids`;

/** Converts a row to Group. */
export const toGroupJson = (row: GroupRow): Schema<'Group'> => ({ id: row.id, name: row.name, userIds: row.user_ids });

/** The row of a member. */
export type MemberRow = {
  id: string;
  login: string;
  email: string;
  first_name: string;
  last_name: string;
  active: boolean;
  role_ids: string[];
};

/** Converts a row to UserResponse. */
export const toMemberJson = (row: MemberRow): Schema<'UserResponse'> => ({
  id: row.id,
  login: row.login,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  active: row.active,
  roleIds: row.role_ids,
});
