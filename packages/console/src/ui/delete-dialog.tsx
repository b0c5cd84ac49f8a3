/** A question before a deletion. */
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import type { ChangeState } from './change-form.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type DeleteDialogProps = {
  /** The name of the object to delete. */
  name: string;
  /** The name of the action; default: delete. */
  action?: string | undefined;
  /** Whether the question is open; default: true. */
  isOpen?: boolean;
  /** The state of the call that deletes. */
  change: ChangeState;
  onDelete: () => void;
  onClose: () => void;
  /** The objects that are deleted with it, and choices about them. */
  children: ReactNode;
};

/** Asks; stays open until the call is done, and shows its refusal. */
export function DeleteDialog({ name, action, isOpen = true, change, onDelete, onClose, children }: DeleteDialogProps): ReactNode {
  const text = useText();
  return (
    <ConfirmDialog
      title={action === undefined ? text('deleteTitle', { name }) : `${action}: ${name}`}
      action={action ?? text('delete')}
      isOpen={isOpen}
      change={change}
      onConfirm={onDelete}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
