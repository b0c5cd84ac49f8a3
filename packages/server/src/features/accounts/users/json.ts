/** The JSON of users and of the caller's account. */
import type { Schema } from '@millrace/contract';
import { sql, type Sql } from '../../../core/database/sql.ts';
import type { Actor } from '../../../identity/actor.ts';

/** The fields of a person in the API beside login, names and email. */
export type ProfileRow = {
  phone: string | null;
  preferred_language: Schema<'PreferredLanguage'> | null;
  timezone: string | null;
  title: string | null;
};

/** The row of a user. */
export type UserRow = ProfileRow & {
  id: string;
  login: string;
  email: string;
  first_name: string;
  last_name: string;
  active: boolean;
  role_ids: string[];
};

/** The columns of `UserRow`, for statements with the alias `u`. */
export const userColumns: Sql = sql`
  u.id, u.login, u.email, u.first_name, u.last_name, u.active, u.phone, u.preferred_language, u.timezone, u.title,
  array(
    select m.role_id
    from account_role m
    where m.account_id = u.id
    order by m.role_id) as role_ids`;

/** Converts a row to UserResponse. */
export const toUserJson = (row: UserRow): Schema<'UserResponse'> => ({
  id: row.id,
  login: row.login,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  active: row.active,
  ...toProfileJson(row),
  roleIds: row.role_ids,
});

/** The columns of an account that are not part of its actor. */
export type AccountRow = ProfileRow & {
  first_name: string;
  last_name: string;
  email: string;
  active: boolean;
  created_at: Date;
  updated_at: Date;
  roles: { name: string; permissions: string[] }[];
};

/** Converts a row to Me. */
export const toMeJson = (actor: Actor, row: AccountRow): Schema<'Me'> => ({
  type: actor.userType === 'HUMAN' ? 'USER' : 'SERVICE_ACCOUNT',
  id: actor.id,
  login: actor.login,
  firstName: row.first_name,
  lastName: row.last_name,
  name: `${row.first_name} ${row.last_name}`.trim(),
  email: row.email,
  active: row.active,
  ...toProfileJson(row),
  permissions: [...actor.permissions].sort(),
  roles: row.roles,
  accountId: actor.tenant,
  createdDate: row.created_at.toISOString(),
  lastModified: row.updated_at.toISOString(),
});

const toProfileJson = ({ phone, preferred_language: preferredLanguage, timezone, title }: ProfileRow) => ({
  ...(phone !== null && { phone }),
  ...(preferredLanguage !== null && { preferredLanguage }),
  ...(timezone !== null && { timezone }),
  ...(title !== null && { title }),
});
