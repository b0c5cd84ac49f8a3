/** The permissions that a role can have, and the rights that an account can have. */
import type { Permission, Right } from '@millrace/contract';
import { permissionMessages, rightMessages } from './permission-messages.ts';

/** The permissions that a role can have, in the order of their names. */
export const ROLE_PERMISSIONS = Object.keys(permissionMessages.en) as Permission[];

/** The rights, the weakest one first. */
export const WORKSPACE_RIGHTS = Object.keys(rightMessages.en) as Right[];
