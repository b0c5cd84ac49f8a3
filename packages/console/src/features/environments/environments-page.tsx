/** The list of environments. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { ChangeEnvironment, DeleteEnvironment, NewEnvironmentDialog } from './environment-dialogs.tsx';
import { environmentMessages } from './messages.ts';

type Environment = Schema<'EnvironmentInfo'>;
type Open = { dialog: 'new' } | { dialog: 'change' | 'delete'; environment: Environment };

/** The page. */
export function EnvironmentsPage(): ReactNode {
  const text = useText(environmentMessages);
  const mayChange = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const [open, setOpen] = useState<Open>();
  const { data, error, refetch } = useRead('GET /orchestration/environments', {});
  const close = (): void => setOpen(undefined);
  const create = mayChange && (
    <ActionButton tone="main" icon="plus" onPress={() => setOpen({ dialog: 'new' })}>
      {text('new')}
    </ActionButton>
  );
  const menu = (environment: Environment): ReactNode =>
    mayChange && (
      <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={environment.name}>
        <MenuAction onAction={() => setOpen({ dialog: 'change', environment })}>{text('edit')}</MenuAction>
        <MenuAction onAction={() => setOpen({ dialog: 'delete', environment })}>{text('delete')}</MenuAction>
      </ActionMenu>
    );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>{create}</PageHead>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text, menu)}
        rows={data ?? []}
        keyOf={({ id }) => id}
        isLoading={data === undefined && !error}
        empty={
          <EmptyState title={text('empty')} action={create}>
            <p>{text('noneHint')}</p>
          </EmptyState>
        }
      />
      {open?.dialog === 'new' && <NewEnvironmentDialog onClose={close} />}
      {open?.dialog === 'change' && <ChangeEnvironment environment={open.environment} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteEnvironment environment={open.environment} onClose={close} />}
    </div>
  );
}

const columnsOf = (text: TextOf<typeof environmentMessages>, menu: (environment: Environment) => ReactNode): TableColumn<Environment>[] => [
  {
    id: 'name',
    header: text('name'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/setup/workspaces" search={{ environment: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'description', header: text('description'), isWide: true, cell: ({ description }) => <bdi>{description}</bdi> },
  { id: 'initial', header: '', width: '11rem', isWide: true, cell: (environment) => environment.default && text('initial') },
  { id: 'menu', header: '', width: '4rem', align: 'end', cell: menu },
];
