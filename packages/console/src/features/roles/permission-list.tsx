/** A field that chooses permissions, and the lists of the permissions that a role can have and of the rights that an account can have. */
import type { ReactNode } from 'react';
import type { Permission, Right } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { permissionMessages, rightMessages, roleMessages } from './messages.ts';

type PermissionListProps = {
  values: readonly Permission[];
  /** The permissions that can be chosen; default: all. */
  options?: readonly Permission[];
  isDisabled?: boolean;
  onChange: (permissions: Permission[]) => void;
};

/** The list: each permission with a description and its name in the API. */
export function PermissionList({ values, options = ROLE_PERMISSIONS, isDisabled, onChange }: PermissionListProps): ReactNode {
  const text = useText(roleMessages);
  const describe = useText(permissionMessages);
  return (
    <CheckList<Permission>
      label={text('permissions')}
      values={values}
      options={options.map((id) => ({ id, name: describe(id), hint: id }))}
      isDisabled={isDisabled}
      onChange={onChange}
    />
  );
}

/** The permissions that a role can have, in the order of their names. */
const ROLE_PERMISSIONS = Object.keys(permissionMessages.texts) as Permission[];

/** The rights that an account can have, the weakest one first. */
export const WORKSPACE_RIGHTS = Object.keys(rightMessages.texts) as Right[];
