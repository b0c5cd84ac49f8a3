/** A button that deletes something, after a question. */
import { useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import type { ChangeState } from './change-form.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

type DeleteButtonProps = {
  /** The name of the object to delete. */
  name: string;
  /** The objects that are deleted with it, in one sentence. */
  hint: string;
  /** The name of the action; default: delete. */
  action?: string;
  /** The call that deletes. When the person closes the question, its error is cleared. */
  change: ChangeState & { reset: () => void };
  onDelete: () => void;
};

/** The button with its question. After the deletion, the caller opens another page or refreshes its list. */
export function DeleteButton({ name, hint, action, change, onDelete }: DeleteButtonProps): ReactNode {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  function close(): void {
    setIsAsking(false);
    change.reset();
  }
  return (
    <>
      <ActionButton onPress={() => setIsAsking(true)}>{action ?? text('delete')}</ActionButton>
      <DeleteDialog name={name} action={action} isOpen={isAsking} change={change} onDelete={onDelete} onClose={close}>
        <p>{hint}</p>
      </DeleteDialog>
    </>
  );
}
