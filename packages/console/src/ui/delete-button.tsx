/** A button that deletes something, after a question. */
import { useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { listMessages } from '../text/list-messages.ts';
import { ActionButton } from './action-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

type DeleteButtonProps = {
  /** The name of what is deleted. */
  name: string;
  /** What goes with it, in one sentence. */
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
  const text = useText(listMessages);
  const [isAsking, setIsAsking] = useState(false);
  function close(): void {
    setIsAsking(false);
    onReset();
  }
  return (
    <>
      <ActionButton onPress={() => setIsAsking(true)}>{action ?? text('delete')}</ActionButton>
      <ConfirmDialog
        title={action === undefined ? text('deleteTitle', { name }) : `${action}: ${name}`}
        action={action ?? text('delete')}
        isOpen={isAsking}
        isPending={isPending}
        error={error}
        onConfirm={onDelete}
        onClose={close}
      >
        <p>{hint}</p>
      </ConfirmDialog>
    </>
  );
}
