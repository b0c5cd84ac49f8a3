/** A button that deletes something, after a question. */
import { useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { sharedMessages } from '../text/shared-messages.ts';
import { ActionButton } from './action-button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';

type DeleteButtonProps = {
  /** The name of the object to delete. */
  name: string;
  /** The objects that are deleted with it, in one sentence. */
  hint: string;
  /** What the button does, if another word fits better than delete. */
  action?: string;
  isPending: boolean;
  error: Error | null;
  onDelete: () => void;
  /** Forgets the refusal of a former try. */
  onReset: () => void;
};

/** The button with its question. The page leaves, or the list is read again, when it is done. */
export function DeleteButton({ name, hint, action, isPending, error, onDelete, onReset }: DeleteButtonProps): ReactNode {
  const text = useText(sharedMessages);
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
