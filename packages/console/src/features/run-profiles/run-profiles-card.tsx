/** The run profiles of an engine or a cluster. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { runProfileMessages } from './messages.ts';
import { DeleteRunProfile, RunProfileForm, type RunProfileOwner } from './run-profile-dialogs.tsx';

type Profile = Schema<'RunProfile'>;

/** The list, with dialogs that create, change and delete. */
export function RunProfilesCard({ owner }: { owner: RunProfileOwner }): ReactNode {
  const text = useText(runProfileMessages);
  const mayChange = useMay('SVC_RUN_PROFILE_MANAGEMENT');
  const [open, setOpen] = useState<{ dialog: 'form' | 'delete'; profile: Profile | undefined }>();
  const ofEngine = useRead(
    'GET /processing/runtimes/remote-engines/{engineId}/run-profiles',
    { path: { engineId: owner.id }, query: {} },
    { enabled: owner.processorType === 'RE' },
  );
  const ofCluster = useRead(
    'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles',
    { path: { clusterId: owner.id }, query: {} },
    { enabled: owner.processorType === 'REC' },
  );
  const { data, error } = owner.processorType === 'RE' ? ofEngine : ofCluster;
  const close = (): void => setOpen(undefined);
  const menu = (profile: Profile): ReactNode =>
    mayChange && (
      <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={profile.name}>
        <MenuAction onAction={() => setOpen({ dialog: 'form', profile })}>{text('edit')}</MenuAction>
        <MenuAction onAction={() => setOpen({ dialog: 'delete', profile })}>{text('delete')}</MenuAction>
      </ActionMenu>
    );
  return (
    <section className="card">
      <div className="card-head">
        <h2>{text('title')}</h2>
        {mayChange && (
          <ActionButton icon="plus" onPress={() => setOpen({ dialog: 'form', profile: undefined })}>
            {text('new')}
          </ActionButton>
        )}
      </div>
      <ErrorNote error={error} />
      {data?.length === 0 && <p className="hint">{text('empty')}</p>}
      {data && data.length > 0 && <ShortTable label={text('title')} columns={columnsOf(text, menu)} rows={data} keyOf={({ id }) => id} />}
      {open?.dialog === 'form' && <RunProfileForm owner={owner} profile={open.profile} onClose={close} />}
      {open?.dialog === 'delete' && open.profile && <DeleteRunProfile profile={open.profile} others={data ?? []} onClose={close} />}
    </section>
  );
}

const columnsOf = (text: TextOf<typeof runProfileMessages>, menu: (profile: Profile) => ReactNode): TableColumn<Profile>[] => [
  { id: 'name', header: text('name'), width: '14rem', render: ({ name }) => <bdi>{name}</bdi> },
  { id: 'arguments', header: text('arguments'), render: ({ jvmArguments }) => <code>{jvmArguments.join(' ')}</code> },
  { id: 'description', header: text('description'), render: ({ description }) => <bdi>{description}</bdi> },
  { id: 'menu', header: '', width: '2.5rem', align: 'end', render: menu },
];
