/** A question before an action that cannot be undone. */
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import type { ChangeState } from './change-form.tsx';
import { ErrorNote } from './error-note.tsx';
import { ModalDialog } from './modal-dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  /** The name of the action, a verb. */
  action: string;
  isOpen: boolean;
  /** The state of the call. */
  change: ChangeState;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks; stays open until the change is done, and shows its refusal. */
export function ConfirmDialog({
  title,
  action,
  isOpen,
  change: { isPending, error },
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps): ReactNode {
  const text = useText();
  return (
    <ModalDialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      <ErrorNote error={error} />
      <div className="buttons">
        <ActionButton autoFocus onPress={onClose}>
          {text('cancel')}
        </ActionButton>
        <ActionButton tone="danger" isPending={isPending} onPress={onConfirm}>
          {action}
        </ActionButton>
      </div>
    </ModalDialog>
  );
}
