/** Dialogs, and the questions before an action. */
import { useState, type ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { ChangeForm, type ChangeFormProps, type ChangeState } from './change-form.tsx';
import { ErrorNote } from './page-parts.tsx';
import { UnsavedInDialog } from './unsaved.ts';
import styles from './dialogs.module.css';

type ModalDialogProps = {
  title: string;
  /** Default: true. */
  isOpen?: boolean;
  /** For content in two columns. */
  isWide?: boolean;
  /** Called when the person closes the dialog; without it, only its own buttons end it. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog above the page. If something in it is not saved, Escape and a click beside it ask before they close it. */
export function ModalDialog({ title, isOpen = true, isWide = false, onClose, children }: ModalDialogProps): ReactNode {
  const [unsaved] = useState(() => new Set<symbol>());
  const [isAsking, setIsAsking] = useState(false);
  function close(): void {
    if (unsaved.size > 0) setIsAsking(true);
    else onClose?.();
  }
  return (
    <>
      <ModalOverlay
        className="overlay"
        isOpen={isOpen}
        isDismissable={onClose !== undefined}
        isKeyboardDismissDisabled={onClose === undefined}
        onOpenChange={(open) => open || close()}
      >
        <Modal className={isWide ? `modal ${styles['wide']}` : 'modal'}>
          <Dialog className="dialog">
            <Heading slot="title">{title}</Heading>
            <UnsavedInDialog value={unsaved}>{children}</UnsavedInDialog>
          </Dialog>
        </Modal>
      </ModalOverlay>
      {isOpen && isAsking && (
        <DiscardDialog
          onStay={() => setIsAsking(false)}
          onDiscard={() => {
            setIsAsking(false);
            onClose?.();
          }}
        />
      )}
    </>
  );
}

/** Asks before what a person has entered is lost. */
export function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }): ReactNode {
  const text = useText();
  return (
    <ModalDialog title={text('discardTitle')} onClose={onStay}>
      <p>{text('discardHint')}</p>
      <div className="buttons">
        <ActionButton autoFocus onPress={onStay}>
          {text('keepEditing')}
        </ActionButton>
        <ActionButton tone="danger" onPress={onDiscard}>
          {text('discardChanges')}
        </ActionButton>
      </div>
    </ModalDialog>
  );
}

type FormDialogProps = Omit<ChangeFormProps, 'onCancel'> & {
  title: string;
  /** What the form does, above its fields. */
  hint?: string;
  isOpen?: boolean;
  /** The fields need the width of two, such as a list of permissions. */
  isWide?: boolean;
  onClose: () => void;
};

/** A dialog with a form, which shows a refusal. Its caller closes it after the change. */
export const FormDialog = ({ title, hint, isOpen, isWide, onClose, ...form }: FormDialogProps): ReactNode => (
  <ModalDialog title={title} isOpen={isOpen} isWide={isWide} onClose={onClose}>
    {hint !== undefined && <p>{hint}</p>}
    <ChangeForm {...form} onCancel={onClose} />
  </ModalDialog>
);

/** A dialog that shows something once, such as a secret. Only its button ends it. */
export function DoneDialog({ title, onDone, children }: { title: string; onDone: () => void; children: ReactNode }): ReactNode {
  const text = useText();
  return (
    <ModalDialog title={title}>
      {children}
      <div className="buttons">
        <ActionButton tone="main" onPress={onDone}>
          {text('done')}
        </ActionButton>
      </div>
    </ModalDialog>
  );
}

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

/** Asks before an action, and shows its refusal. Its caller closes it after the change. */
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

/** Asks before a deletion, and shows its refusal. Its caller closes it after the call. */
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

type DeleteButtonProps<Input> = {
  /** The name of the object to delete. */
  name: string;
  /** The objects that are deleted with it, in one sentence. */
  hint: string;
  /** The name of the action; default: delete. */
  action?: string;
  isDisabled?: boolean;
  /** The call that deletes. When the person closes the question, its error is cleared. */
  change: ChangeState & { reset: () => void; mutate: (input: Input) => void };
  /** The input of the call. */
  input: Input;
};

/** The button with its question. After the deletion, the caller opens another page or refreshes its list. */
export function DeleteButton<Input>({ name, hint, action, isDisabled = false, change, input }: DeleteButtonProps<Input>): ReactNode {
  const text = useText();
  const [isAsking, setIsAsking] = useState(false);
  function close(): void {
    setIsAsking(false);
    change.reset();
  }
  return (
    <>
      <ActionButton isDisabled={isDisabled} onPress={() => setIsAsking(true)}>
        {action ?? text('delete')}
      </ActionButton>
      <DeleteDialog name={name} action={action} isOpen={isAsking} change={change} onDelete={() => change.mutate(input)} onClose={close}>
        <p>{hint}</p>
      </DeleteDialog>
    </>
  );
}

/**
 * A main button that opens a dialog. The page places both: an empty list shows the button twice, and the dialog stays open when the list is not empty any
 * more.
 */
export function useDialogButton(label: string, dialogOf: (close: () => void) => ReactNode): { button: ReactNode; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    button: (
      <ActionButton tone="main" icon="plus" onPress={() => setIsOpen(true)}>
        {label}
      </ActionButton>
    ),
    dialog: isOpen && dialogOf(() => setIsOpen(false)),
  };
}
