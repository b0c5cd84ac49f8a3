/** The JSON of the caller's account. */
import type { Schema } from '@millrace/contract';
import type { Actor } from '../../../identity/actor.ts';

/** The columns of an account that its actor does not have. */
export type AccountRow = {
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
  permissions: [...actor.permissions].sort(),
  roles: row.roles,
  accountId: actor.tenant,
  createdDate: row.created_at.toISOString(),
  lastModified: row.updated_at.toISOString(),
});
