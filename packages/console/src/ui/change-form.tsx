import type { FormEvent, ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { ErrorNote } from './page-parts.tsx';

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

/** A form that changes something: its fields, the refusal of the server, and its buttons. The typed values stay after a refusal. */
export function ChangeForm({ action, change: { isPending, error }, onSubmit, onCancel, children }: ChangeFormProps): ReactNode {
  const text = useText();
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isPending) onSubmit();
  }
  return (
    <form className="form" onSubmit={submit}>
      {children}
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
