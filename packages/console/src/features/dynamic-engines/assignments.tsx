/** Assigns environments to dynamic engines, and ends assignments. */
import { useState, type ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { assignmentMessages } from './assignment-messages.ts';

/** The routes whose answers change when an assignment begins or ends. */
export const ASSIGNMENT_READS: readonly Route[] = [
  'POST /orchestration/dynamic-engine-environments/search',
  'GET /orchestration/dynamic-engine-environments/{environmentId}',
  'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status',
];

type AssignDialogProps = {
  title: string;
  /** The label of the choice. */
  label: string;
  options: readonly Option[];
  /** The text if there are no options, and the text below an incomplete list. */
  empty: string;
  more: string | undefined;
  assignmentOf: (chosen: string) => { environmentId: string; dynamicEngineId: string };
  onClose: () => void;
};

/** Chooses the other side of an assignment: an environment for an engine, or an engine for an environment. */
export function AssignDialog({ title, label, options, empty, more, assignmentOf, onClose }: AssignDialogProps): ReactNode {
  const text = useText(assignmentMessages);
  const [chosen, setChosen] = useState<string>();
  const id = chosen ?? options[0]?.id;
  const assign = useChange('POST /orchestration/dynamic-engine-environments/{environmentId}/connection', {
    refreshes: ASSIGNMENT_READS,
    notice: text('assigned'),
    onDone: onClose,
  });
  function onSubmit(): void {
    if (id === undefined) return;
    const { environmentId, dynamicEngineId } = assignmentOf(id);
    assign.mutate({ path: { environmentId }, query: { dynamicEngineId } });
  }
  return (
    <ModalDialog title={title} isOpen onClose={onClose}>
      <p>{id === undefined ? empty : text('assignHint')}</p>
      {id !== undefined && (
        <ChangeForm action={title} change={assign} onSubmit={onSubmit} onCancel={onClose}>
          <ChoiceField label={label} value={id} options={options} onChange={setChosen} />
          {more !== undefined && <p className="hint">{more}</p>}
        </ChangeForm>
      )}
    </ModalDialog>
  );
}

type UnassignProps = { environment: Pick<Schema<'DEEnvironment'>, 'id' | 'name'>; dynamicEngineId: string };

/** Ends an assignment, after a question. The environment stays in the list until the operator has removed it from the cluster. */
export function UnassignButton({ environment: { id, name }, dynamicEngineId }: UnassignProps): ReactNode {
  const text = useText(assignmentMessages);
  const [isAsking, setIsAsking] = useState(false);
  const unassign = useChange('DELETE /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}', {
    refreshes: ASSIGNMENT_READS,
    notice: text('unassigned'),
    onDone: () => close(),
  });
  function close(): void {
    setIsAsking(false);
    unassign.reset();
  }
  return (
    <>
      <ActionButton onPress={() => setIsAsking(true)}>{text('unassign')}</ActionButton>
      <ConfirmDialog
        title={text('unassignTitle', { name })}
        action={text('unassign')}
        isOpen={isAsking}
        change={unassign}
        onConfirm={() => unassign.mutate({ path: { dynamicEngineId, environmentId: id } })}
        onClose={close}
      >
        <p>{text('unassignHint')}</p>
      </ConfirmDialog>
    </>
  );
}
