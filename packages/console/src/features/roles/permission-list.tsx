/** A field that chooses permissions. */
import type { ReactNode } from 'react';
import type { Permission } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { roleMessages } from './messages.ts';
import { permissionMessages } from './permission-messages.ts';
import { ROLE_PERMISSIONS } from './permissions.ts';

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
