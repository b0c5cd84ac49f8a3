/** The page of the roles that people get through their identity provider. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { EmptyList } from '../../ui/list-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { toast } from '../../ui/toast.tsx';
import { roleMappingMessages } from './messages.ts';
import { RoleMappingDialog } from './role-mapping-dialog.tsx';

const LIST = 'GET /security/role-mappings';

/** The page. */
export function RoleMappingsPage(): ReactNode {
  const text = useText(roleMappingMessages);
  const [edited, setEdited] = useState<{ name?: string }>();
  const mappings = useWholeList(LIST, {});
  const removeAll = useChange('DELETE /security/role-mappings', { refreshes: [LIST], onDone: () => toast(text('deleted')) });
  return (
    <>
      <PageHead title={text('title')}>
        {mappings.rows.length > 0 && (
          <DeleteButton
            name={text('deleteAllName')}
            action={text('deleteAll')}
            hint={text('deleteHint')}
            change={removeAll}
            onDelete={() => removeAll.mutate({})}
          />
        )}
        <ActionButton tone="main" icon="plus" onPress={() => setEdited({})}>
          {text('new')}
        </ActionButton>
      </PageHead>
      <section className="card">
        <p className="hint">{text('hint')}</p>
        <ItemList label={text('title')} list={mappings} empty={<EmptyList text={text} />}>
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
    onDone: () => toast(text('deleted')),
  });
  return (
    <li>
      <strong dir="auto">{name}</strong>
      <span className="hint" dir="auto">
        {roles.join(', ') || text('noRoles')}
      </span>
      <span className="row-end inline-actions">
        <ActionButton aria-label={text('changeName', { name })} onPress={onEdit}>
          {text('change')}
        </ActionButton>
        <DeleteButton
          name={name}
          hint={text('deleteHint')}
          change={remove}
          onDelete={() => remove.mutate({ path: { customerRoleName: name } })}
        />
      </span>
    </li>
  );
}
