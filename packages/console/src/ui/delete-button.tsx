/** A button that deletes something, after a question. */
import { useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

type DeleteButtonProps = {
  /** The name of the object to delete. */
  name: string;
  /** The objects that are deleted with it, in one sentence. */
  hint: string;
  /** The name of the action; default: delete. */
  action?: string;
  isPending: boolean;
  error: Error | null;
  onDelete: () => void;
  /** Clears the error of an earlier attempt. */
  onReset: () => void;
};

/** The button with its question. After the deletion, the caller opens another page or refreshes its list. */
export function DeleteButton({ name, hint, action, isPending, error, onDelete, onReset }: DeleteButtonProps): ReactNode {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  function close(): void {
    setIsAsking(false);
    onReset();
  }
  return (
    <>
      <ActionButton onPress={() => setIsAsking(true)}>{action ?? text('delete')}</ActionButton>
      <DeleteDialog name={name} action={action} isOpen={isAsking} change={{ isPending, error }} onDelete={onDelete} onClose={close}>
        <p>{hint}</p>
      </DeleteDialog>
    </>
  );
}
