/**
 * What a second active person changes: the server closes the addresses of its own machine to connections, and gives engines without isolation no work,
 * unless MILLRACE_UNISOLATED_TASKS allows it. The API does not tell that setting, so the text names it as a condition.
 */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { inviteMessages } from './messages.ts';

/** Active and invited people: the server counts both. */
const NOT_DISABLED = 'status eq "active" or status eq "invited"';

/** What a second active person would change. */
type SecondPersonEffects = { closesMachine: boolean; engines: readonly string[] };

/** What a second active person would change; undefined if nothing, or until it is read. */
export function useSecondPerson(): SecondPersonEffects | undefined {
  const seesEngines = useMay('SVC_OPERATOR');
  const { data: outbound } = useRead('GET /orchestration/connections/outbound', {});
  const { data: people } = useRead('GET /api/v1/users', { query: { filter: NOT_DISABLED, limit: 2 } });
  const { data: engines = [] } = useRead('GET /processing/runtimes/remote-engines', { query: {} }, { enabled: seesEngines });
  const closesMachine = outbound?.loopback === 'OPEN_FOR_ONE_USER';
  const isAlone = people?.data.length === 1;
  // An engine that gets no work already loses nothing: the install has people of other tenants.
  const losesWork = ({ isolation, illness }: Schema<'Engine'>): boolean => isolation === 'none' && illness?.code !== 'UNISOLATED';
  const stopped = isAlone ? engines.filter(losesWork).map(({ name }) => name) : [];
  return closesMachine || stopped.length > 0 ? { closesMachine, engines: stopped } : undefined;
}

/** What changes, as sentences; empty if nothing. */
export function useSecondPersonText(): string {
  const text = useText(inviteMessages);
  const effects = useSecondPerson();
  if (!effects) return '';
  const engines = effects.engines.join(', ');
  return [effects.closesMachine && text('secondPerson'), engines && text('secondPersonEngines', { engines })].filter(Boolean).join(' ');
}

type SecondPersonProps = { effects: SecondPersonEffects; isConfirmed: boolean; onChange: (isConfirmed: boolean) => void };

/** Says what changes, and asks for a confirmation. */
export function SecondPersonNote({ effects: { closesMachine, engines }, isConfirmed, onChange }: SecondPersonProps): ReactNode {
  const text = useText(inviteMessages);
  return (
    <div className="note" role="group" aria-label={text('secondPersonConfirmed')}>
      {closesMachine && (
        <>
          <p>{text('secondPerson')}</p>
          <p className="hint">{text('secondPersonSetting')}</p>
        </>
      )}
      {engines.length > 0 && (
        <>
          <p>{text('secondPersonEngines', { engines: engines.join(', ') })}</p>
          <p className="hint">{text('secondPersonEnginesSetting')}</p>
        </>
      )}
      <CheckField isSelected={isConfirmed} onChange={onChange}>
        {text('secondPersonConfirmed')}
      </CheckField>
    </div>
  );
}
