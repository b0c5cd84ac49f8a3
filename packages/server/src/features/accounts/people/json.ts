/** Users, groups and roles as the account API answers them. */
import { asWritten, type Schema } from '@millrace/contract';
import { presentFields } from '../../../core/http/absent-fields.ts';
import type { Actor } from '../../../identity/actor.ts';
import { type AccountRow, type ProfileRow } from './account-rows.ts';
import { type GroupRow } from './group-rows.ts';
import { type RoleRow } from './role-rows.ts';
import { type UserRow } from './user-rows.ts';

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

const toProfileJson = ({ phone, preferred_language: preferredLanguage, timezone, title }: ProfileRow) =>
  presentFields({ phone, preferredLanguage, timezone, title });

/** Converts a row to Group. */
export const toGroupJson = (row: GroupRow): Schema<'Group'> => ({
  id: row.id,
  name: row.name,
  userIds: row.user_ids,
  roleIds: row.role_ids,
});

/** Converts a row to Role. */
export const toRoleJson = (row: RoleRow): Schema<'Role'> => ({
  id: row.id,
  name: row.name,
  permissions: asWritten(row.permissions, row.vendor_words),
  builtIn: row.built_in,
});
