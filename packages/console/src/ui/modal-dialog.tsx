/** Dialogs. The focus stays in them, and returns to the button that opened them. */
import type { ReactNode } from 'react';
import { Dialog, Heading } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

type ModalDialogProps = {
  title: string;
  isOpen: boolean;
  /** Called when the person closes the dialog; without it, only its own buttons end it. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog above the page. */
export const ModalDialog = ({ title, isOpen, onClose, children }: ModalDialogProps): ReactNode => (
  <ModalOverlay
    className="overlay"
    isOpen={isOpen}
    isDismissable={onClose !== undefined}
    isKeyboardDismissDisabled={onClose === undefined}
    onOpenChange={(open) => open || onClose?.()}
  >
    <Modal className="modal">
      <Dialog className="dialog">
        <Heading slot="title">{title}</Heading>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
);
