import { useState, type FormEvent, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { ErrorNote } from './page-parts.tsx';
import { FormEdits, useUnsaved } from './unsaved.ts';

/** The state of a call that changes something. */
export type ChangeState = { isPending: boolean; error: Error | null };

/** The properties of a form. */
export type ChangeFormProps = {
  /** The name of the action, a verb. */
  action: string;
  /** The state of the call: it runs, or the server has refused it and says what to change. */
  change: ChangeState;
  onSubmit: () => void;
  onCancel?: () => void;
  children: ReactNode;
};

/**
 * A form that changes something: its fields, the refusal of the server, and its buttons. The entered values stay after a refusal, and whatever would
 * lose them asks first.
 */
export function ChangeForm({ action, change: { isPending, error }, onSubmit, onCancel, children }: ChangeFormProps): ReactNode {
  const text = useText();
  const [isEdited, setEdited] = useState(false);
  const [wasPending, setWasPending] = useState(isPending);
  if (wasPending !== isPending) {
    setWasPending(isPending);
    if (!isPending && error === null) setEdited(false);
  }
  // While the call runs, the values are on their way: the page that a successful call opens must not ask.
  useUnsaved(isEdited && !isPending);
  const [markEdited] = useState(() => () => setEdited(true));
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isPending) onSubmit();
  }
  return (
    <form className="form" onSubmit={submit} onInput={markEdited}>
      <FormEdits value={markEdited}>{children}</FormEdits>
      <ErrorNote error={error} />
      <div className="buttons">
        {onCancel && <ActionButton onPress={onCancel}>{text('cancel')}</ActionButton>}
        <ActionButton tone="main" type="submit" isPending={isPending}>
          {action}
        </ActionButton>
      </div>
    </form>
  );
}
