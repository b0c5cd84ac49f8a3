/** The run profiles of an engine or a cluster, with dialogs that create, change and delete one. */
import { useState, type ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { DeleteDialog, FormDialog } from '../../ui/dialogs.tsx';
import { linesIn } from '../../ui/lines.ts';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { runProfileMessages } from './messages.ts';

type Profile = Schema<'RunProfile'>;

/** The card with the list. */
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
    <Card
      title={text('runProfiles')}
      actions={
        mayChange && (
          <ActionButton icon="plus" onPress={() => setOpen({ dialog: 'form', profile: undefined })}>
            {text('new')}
          </ActionButton>
        )
      }
    >
      <ErrorNote error={error} />
      {data?.length === 0 && <p className="hint">{text('empty')}</p>}
      {data && data.length > 0 && (
        <ShortTable label={text('runProfiles')} columns={columnsOf(text, menu)} rows={data} keyOf={({ id }) => id} />
      )}
      {open?.dialog === 'form' && <RunProfileForm owner={owner} profile={open.profile} onClose={close} />}
      {open?.dialog === 'delete' && open.profile && <DeleteRunProfile profile={open.profile} others={data ?? []} onClose={close} />}
    </Card>
  );
}

const columnsOf = (text: TextOf<typeof runProfileMessages>, menu: (profile: Profile) => ReactNode): TableColumn<Profile>[] => [
  { id: 'name', header: text('name'), width: '14rem', render: ({ name }) => <bdi>{name}</bdi> },
  {
    id: 'arguments',
    header: text('arguments'),
    render: ({ jvmArguments }) => jvmArguments.flatMap((argument, index) => [<code key={index}>{argument}</code>, ' ']),
  },
  { id: 'description', header: text('description'), render: ({ description }) => <bdi>{description}</bdi> },
  { id: 'menu', header: '', width: '2.5rem', align: 'end', render: menu },
];

/** The engine (RE) or cluster (REC) to which a run profile belongs. */
type RunProfileOwner = { processorType: 'RE' | 'REC'; id: string };

const READS: readonly Route[] = [
  'GET /processing/runtimes/remote-engines/{engineId}/run-profiles',
  'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles',
  'POST /processing/run-profiles/search',
];

type RunProfileFormProps = { owner: RunProfileOwner; profile: Schema<'RunProfile'> | undefined; onClose: () => void };

/** Creates a run profile, or changes one. */
function RunProfileForm({ owner, profile, onClose }: RunProfileFormProps): ReactNode {
  const text = useText(runProfileMessages);
  const [{ name, description, argumentLines }, draft] = useDraft({
    name: profile?.name ?? '',
    description: profile?.description ?? '',
    argumentLines: profile?.jvmArguments.join('\n') ?? '',
  });
  const changeOptions = {
    refreshes: READS,
    notice: text('saved'),
    onDone: onClose,
  };
  const create = useChange('POST /processing/run-profiles', changeOptions);
  const change = useChange('PUT /processing/run-profiles/{id}', changeOptions);
  const fields = { name, jvmArguments: linesIn(argumentLines), description: description === '' ? null : description };
  function save(): void {
    if (profile) change.mutate({ path: { id: profile.id }, body: fields });
    else create.mutate({ body: { ...fields, processorType: owner.processorType, runtimeId: owner.id, type: 'JOB_SERVER' } });
  }
  return (
    <FormDialog
      title={profile ? text('changeName', { name: profile.name }) : text('new')}
      action={text('save')}
      change={{ isPending: create.isPending || change.isPending, error: create.error ?? change.error }}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
      <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
      <TextField label={text('arguments')} hint={text('argumentsHint')} {...draft.field('argumentLines')} lines={4} />
    </FormDialog>
  );
}

const NO_SUCCESSOR = 'none';

type DeleteRunProfileProps = { profile: Schema<'RunProfile'>; others: readonly Schema<'RunProfile'>[]; onClose: () => void };

/** Asks before a run profile is deleted, and for its successor. */
function DeleteRunProfile({ profile: { id, name }, others, onClose }: DeleteRunProfileProps): ReactNode {
  const text = useText(runProfileMessages);
  const [successor, setSuccessor] = useState(NO_SUCCESSOR);
  const remove = useChange('DELETE /processing/run-profiles/{id}', {
    refreshes: READS,
    notice: text('deleted'),
    onDone: onClose,
  });
  return (
    <DeleteDialog
      name={name}
      change={remove}
      onDelete={() => remove.mutate({ path: { id }, query: successor === NO_SUCCESSOR ? {} : { rescheduleRunProfileId: successor } })}
      onClose={onClose}
    >
      <p>{text('deleteHint')}</p>
      <ChoiceField
        label={text('successor')}
        value={successor}
        options={[
          { id: NO_SUCCESSOR, name: text('noSuccessor') },
          ...others.filter((other) => other.id !== id).map((other) => ({ id: other.id, name: other.name })),
        ]}
        onChange={setSuccessor}
      />
    </DeleteDialog>
  );
}
