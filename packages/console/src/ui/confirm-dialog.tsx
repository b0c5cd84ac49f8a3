/** A question before an action that cannot be undone. */
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { ErrorNote } from './error-note.tsx';
import { ModalDialog } from './modal-dialog.tsx';

type ConfirmDialogProps = {
  title: string;
  /** The name of the action, a verb. */
  action: string;
  isOpen: boolean;
  isPending: boolean;
  error: Error | null;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks; stays open until the change is done, and shows its refusal. */
export function ConfirmDialog({ title, action, isOpen, isPending, error, onConfirm, onClose, children }: ConfirmDialogProps): ReactNode {
  const text = useText();
  return (
    <ModalDialog title={title} isOpen={isOpen} onClose={onClose}>
      {children}
      {error && <ErrorNote error={error} />}
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
