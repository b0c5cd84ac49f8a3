/** What a second active person changes: the server closes the addresses of its own machine to connections. */
import type { ReactNode } from 'react';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { inviteMessages } from './messages.ts';

/** Whether a second active person would close these addresses; undefined until it is read. */
export function useSecondPerson(): boolean | undefined {
  const { data } = useRead('GET /orchestration/connections/outbound', {});
  return data && data.loopback === 'OPEN_FOR_ONE_USER';
}

type SecondPersonProps = { isConfirmed: boolean; onChange: (isConfirmed: boolean) => void };

/** Says what changes, and asks for a confirmation. */
export function SecondPersonNote({ isConfirmed, onChange }: SecondPersonProps): ReactNode {
  const text = useText(inviteMessages);
  return (
    <div className="note" role="group" aria-label={text('secondPersonConfirmed')}>
      <p>{text('secondPerson')}</p>
      <p className="hint">{text('secondPersonSetting')}</p>
      <CheckField isSelected={isConfirmed} onChange={onChange}>
        {text('secondPersonConfirmed')}
      </CheckField>
    </div>
  );
}
