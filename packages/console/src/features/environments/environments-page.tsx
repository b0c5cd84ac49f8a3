/** The list of environments. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useWholeList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ListPage, useDialogButton } from '../../ui/list-page.tsx';
import { ChangeEnvironment, DeleteEnvironment, NewEnvironmentDialog } from './environment-dialogs.tsx';
import { environmentMessages } from './messages.ts';

/** The page. */
export function EnvironmentsPage(): ReactNode {
  const text = useText(environmentMessages);
  const mayChange = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const creation = useDialogButton(text('new'), (close) => <NewEnvironmentDialog onClose={close} />);
  const [open, setOpen] = useState<{ dialog: 'change' | 'delete'; environment: Schema<'EnvironmentInfo'> }>();
  const close = (): void => setOpen(undefined);
  return (
    <ListPage
      text={text}
      title={text('title')}
      create={mayChange && creation.button}
      list={useWholeList('GET /orchestration/environments', {})}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          render: ({ id, name }, focus) => <NameLink {...focus} to="/setup/workspaces" search={{ environment: id }} name={name} />,
        },
        { id: 'description', isWide: true, render: ({ description }) => <bdi>{description}</bdi> },
        { id: 'initial', header: '', width: '11rem', isWide: true, render: (environment) => environment.default && text('initial') },
        {
          id: 'menu',
          header: '',
          width: '4rem',
          align: 'end',
          render: (environment) =>
            mayChange && (
              <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={environment.name}>
                <MenuAction onAction={() => setOpen({ dialog: 'change', environment })}>{text('edit')}</MenuAction>
                <MenuAction onAction={() => setOpen({ dialog: 'delete', environment })}>{text('delete')}</MenuAction>
              </ActionMenu>
            ),
        },
      ]}
    >
      {creation.dialog}
      {open?.dialog === 'change' && <ChangeEnvironment environment={open.environment} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteEnvironment environment={open.environment} onClose={close} />}
    </ListPage>
  );
}
