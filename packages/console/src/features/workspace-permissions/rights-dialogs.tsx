/** The dialogs of the matrix: the rights of one cell, and the preview of all changes. */
import { useState, type ReactNode } from 'react';
import type { Right } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { rightMessages } from '../roles/messages.ts';
import { WORKSPACE_RIGHTS } from '../roles/permission-list.tsx';
import { rightsMessages } from './messages.ts';
import { type MatrixCell, useNamesOf } from './rights-matrix.tsx';
import type { useRights } from './use-rights.ts';

type CellDialogProps = { cell: MatrixCell; rights: readonly Right[]; onSet: (rights: Right[]) => void; onClose: () => void };

/** The rights of one account on one workspace. Nothing is sent yet. */
export function CellDialog({ cell: { account, workspace }, rights, onSet, onClose }: CellDialogProps): ReactNode {
  const text = useText(rightsMessages);
  const describe = useText(rightMessages);
  const [chosen, setChosen] = useState<Right[]>([...rights]);
  return (
    <ModalDialog title={text('rightsOf', { account, workspace })} isOpen onClose={onClose}>
      <ChangeForm action={text('set')} change={{ isPending: false, error: null }} onCancel={onClose} onSubmit={() => onSet(chosen)}>
        <CheckList<Right>
          label={text('title')}
          values={chosen}
          options={WORKSPACE_RIGHTS.map((id) => ({ id, name: describe(id), hint: id }))}
          onChange={setChosen}
        />
      </ChangeForm>
    </ModalDialog>
  );
}

type PreviewDialogProps = { kind: 'people' | 'programs'; rights: ReturnType<typeof useRights>; onClose: () => void };

/** The preview of the server, and the button that makes the changes. */
export function PreviewDialog({ kind, rights: { check, apply, workspaces }, onClose }: PreviewDialogProps): ReactNode {
  const text = useText(rightsMessages);
  const describe = useText(rightMessages);
  const changes = check.data?.changes ?? [];
  const rejected = (apply.data ?? check.data)?.rejected ?? [];
  const nameOf = useNamesOf(kind, [...new Set(changes.map(({ userId }) => userId))]);
  const textOf = (rights: readonly Right[]): string => rights.map((right) => describe(right)).join(', ') || text('noRights');
  const error = check.error ?? apply.error;
  function submit(): void {
    apply.mutate(undefined, {
      onSuccess: (result) => {
        if (result.rejected.length > 0) return;
        toast(text('applied'));
        onClose();
      },
    });
  }
  return (
    <ModalDialog title={text('previewTitle')} isOpen onClose={onClose}>
      {check.isPending && <p role="status">{text('loading')}</p>}
      {check.isSuccess && changes.length === 0 && rejected.length === 0 && <p>{text('nothing')}</p>}
      <ul className="rights-changes">
        {changes.map(({ userId, workspaceId, before, after, remainingSharings }) => (
          <li key={`${userId} ${workspaceId}`}>
            <strong dir="auto">
              {text('rightsOf', {
                account: nameOf(userId),
                workspace: workspaces.find(({ id }) => id === workspaceId)?.name ?? workspaceId,
              })}
            </strong>
            <span>
              <del>{textOf(before)}</del> → <ins>{textOf(after)}</ins>
            </span>
            {remainingSharings && <p>{text('sharingsStay', { count: remainingSharings.total })}</p>}
          </li>
        ))}
      </ul>
      {rejected.length > 0 && (
        <div className="note bad" role="alert">
          <p>{text(apply.isSuccess ? 'partly' : 'rejected')}</p>
          {rejected.map(({ message }, index) => (
            <p key={index}>{message}</p>
          ))}
        </div>
      )}
      <ErrorNote error={error} />
      <div className="buttons">
        <ActionButton onPress={onClose}>{text(apply.isSuccess ? 'close' : 'cancel')}</ActionButton>
        {!apply.isSuccess && (
          <ActionButton tone="main" isDisabled={!check.isSuccess || changes.length === 0} isPending={apply.isPending} onPress={submit}>
            {text('apply')}
          </ActionButton>
        )}
      </div>
    </ModalDialog>
  );
}
