/** Dialogs that create, change and delete a run profile. */
import { useState, type ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { runProfileMessages } from './messages.ts';

/** The engine (RE) or cluster (REC) to which a run profile belongs. */
export type RunProfileOwner = { processorType: 'RE' | 'REC'; id: string };

const READS: readonly Route[] = [
  'GET /processing/runtimes/remote-engines/{engineId}/run-profiles',
  'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles',
  'POST /processing/run-profiles/search',
];

type RunProfileFormProps = { owner: RunProfileOwner; profile: Schema<'RunProfile'> | undefined; onClose: () => void };

/** Creates a run profile, or changes one. */
export function RunProfileForm({ owner, profile, onClose }: RunProfileFormProps): ReactNode {
  const text = useText(runProfileMessages);
  const [{ name, description, lines }, draft] = useDraft({
    name: profile?.name ?? '',
    description: profile?.description ?? '',
    lines: profile?.jvmArguments.join('\n') ?? '',
  });
  const changeOptions = {
    refreshes: READS,
    notice: text('saved'),
    onDone: onClose,
  };
  const create = useChange('POST /processing/run-profiles', changeOptions);
  const change = useChange('PUT /processing/run-profiles/{id}', changeOptions);
  const jvmArguments = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const fields = { name, jvmArguments, description: description === '' ? null : description };
  function save(): void {
    if (profile) change.mutate({ path: { id: profile.id }, body: fields });
    else create.mutate({ body: { ...fields, processorType: owner.processorType, runtimeId: owner.id, type: 'JOB_SERVER' } });
  }
  return (
    <ModalDialog title={profile ? text('changeName', { name: profile.name }) : text('new')} isOpen onClose={onClose}>
      <ChangeForm
        action={text('save')}
        change={{ isPending: create.isPending || change.isPending, error: create.error ?? change.error }}
        onSubmit={save}
        onCancel={onClose}
      >
        <TextField label={text('name')} {...draft.field('name')} isRequired autoFocus autoComplete="off" />
        <TextField label={text('description')} {...draft.field('description')} autoComplete="off" />
        <TextField label={text('arguments')} hint={text('argumentsHint')} {...draft.field('lines')} lines={4} />
      </ChangeForm>
    </ModalDialog>
  );
}

const NO_SUCCESSOR = 'none';

type DeleteRunProfileProps = { profile: Schema<'RunProfile'>; others: readonly Schema<'RunProfile'>[]; onClose: () => void };

/** Asks before a run profile is deleted, and for its successor. */
export function DeleteRunProfile({ profile: { id, name }, others, onClose }: DeleteRunProfileProps): ReactNode {
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
