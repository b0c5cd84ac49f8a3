/** The page of the roles that people get through their identity provider. */
import type { Schema } from '@millrace/contract';
import { useState, type ReactNode } from 'react';
import { useChange, useRead } from '../../app/api.ts';
import { useAllRows, useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { DeleteButton, ModalDialog } from '../../ui/dialogs.tsx';
import { ErrorNote, PageHead, EmptyList } from '../../ui/page-parts.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { roleMappingMessages } from './messages.ts';

const LIST = 'GET /security/role-mappings';

/** The page. */
export function RoleMappingsPage(): ReactNode {
  const text = useText(roleMappingMessages);
  const [edited, setEdited] = useState<{ name?: string }>();
  const mappings = useWholeList(LIST, {});
  const removeAll = useChange('DELETE /security/role-mappings', { refreshes: [LIST], notice: text('deleted') });
  return (
    <>
      <PageHead title={text('roleMappings')}>
        {mappings.rows.length > 0 && (
          <DeleteButton name={text('deleteAllName')} action={text('deleteAll')} hint={text('deleteHint')} change={removeAll} input={{}} />
        )}
        <ActionButton tone="main" icon="plus" onPress={() => setEdited({})}>
          {text('new')}
        </ActionButton>
      </PageHead>
      <section className="card">
        <p className="hint">{text('hint')}</p>
        <ItemList label={text('roleMappings')} list={mappings} empty={<EmptyList text={text} />}>
          {(mapping) => <MappingRow key={mapping.name} mapping={mapping} onEdit={() => setEdited({ name: mapping.name })} />}
        </ItemList>
      </section>
      {edited && <RoleMappingDialog {...edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function MappingRow({ mapping: { name, roles }, onEdit }: { mapping: Schema<'RoleMapping'>; onEdit: () => void }): ReactNode {
  const text = useText(roleMappingMessages);
  const remove = useChange('DELETE /security/role-mappings/{customerRoleName}', {
    refreshes: [LIST],
    notice: text('deleted'),
  });
  return (
    <li>
      <strong dir="auto">{name}</strong>
      <bdi className="hint">{roles.join(', ') || text('noRoles')}</bdi>
      <span className="row-end inline-actions">
        <ActionButton aria-label={text('changeName', { name })} onPress={onEdit}>
          {text('change')}
        </ActionButton>
        <DeleteButton name={name} hint={text('deleteHint')} change={remove} input={{ path: { customerRoleName: name } }} />
      </span>
    </li>
  );
}

type RoleMappingDialogProps = {
  /** The name of the mapping to change; without one, the dialog creates one. */
  name?: string;
  onClose: () => void;
};

/** The dialog in which a person creates or changes a role mapping. A mapping is read again before a change, because saving replaces all its roles. */
function RoleMappingDialog({ name, onClose }: RoleMappingDialogProps): ReactNode {
  const text = useText(roleMappingMessages);
  const { data, error } = useRead(
    'GET /security/role-mappings/{customerRoleName}',
    { path: { customerRoleName: name ?? '' } },
    { enabled: name !== undefined },
  );
  return (
    <ModalDialog title={name === undefined ? text('new') : text('changeName', { name })} isWide onClose={onClose}>
      <ErrorNote error={error} />
      {(name === undefined || data) && <RoleMappingForm mapping={data} onClose={onClose} />}
    </ModalDialog>
  );
}

function RoleMappingForm({ mapping, onClose }: { mapping: Schema<'RoleMapping'> | undefined; onClose: () => void }): ReactNode {
  const text = useText(roleMappingMessages);
  const maySeeRoles = useMay('SVC_ROLE_MANAGEMENT');
  const [name, setName] = useState(mapping?.name ?? '');
  const [roles, setRoles] = useState<readonly string[]>(mapping?.roles ?? []);
  const rows = useAllRows('GET /account/roles', { enabled: maySeeRoles });
  // The list contains all roles of the mapping, even before the others are read.
  const names = [...new Set([...rows.map((role) => role.name), ...roles])].toSorted((a, b) => a.localeCompare(b));
  const save = useChange('POST /security/role-mappings', {
    refreshes: [LIST, 'GET /security/role-mappings/{customerRoleName}'],
    notice: text('saved'),
    onDone: onClose,
  });
  return (
    <ChangeForm
      action={text('save')}
      change={save}
      onCancel={onClose}
      onSubmit={() => save.mutate({ body: { name, roles: roles.map((role) => role.trim()).filter(Boolean) } })}
    >
      <TextField
        label={text('externalName')}
        hint={text('nameHint')}
        value={name}
        onChange={setName}
        isReadOnly={mapping !== undefined}
        autoComplete="off"
        autoFocus={mapping === undefined}
      />
      {maySeeRoles ? (
        <CheckList scrolls label={text('roles')} values={roles} options={names.map((id) => ({ id, name: id }))} onChange={setRoles} />
      ) : (
        <TextField
          label={text('rolesTyped')}
          hint={text('rolesTypedHint')}
          value={roles.join('\n')}
          onChange={(typed) => setRoles(typed.split('\n'))}
          lines={4}
        />
      )}
    </ChangeForm>
  );
}
