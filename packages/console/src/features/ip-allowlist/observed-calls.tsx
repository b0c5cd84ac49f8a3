/** The calls that the allowlist refuses, or would refuse. */
import type { ReactNode } from 'react';
import { useChange, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { allowlistMessages } from './messages.ts';
import { ALLOWLIST_READS } from './reads.ts';

const REFRESH_INTERVAL = 5000;

/** The calls, each with a button that allows its address. */
export function ObservedCalls(): ReactNode {
  const text = useText(allowlistMessages);
  const [language, zone] = [useLanguage(), useZone()];
  const { data: calls = [], error, isSuccess } = useRead('GET /security/ip-allowlist/observations', {}, { every: () => REFRESH_INTERVAL });
  const add = useChange('POST /security/ip-allowlist/ips', { refreshes: ALLOWLIST_READS });
  return (
    <section className="card">
      <h2>{text('observed')}</h2>
      <p className="hint">{text('observedHint')}</p>
      <ErrorNote error={error} />
      {isSuccess && calls.length === 0 && <p>{text('noneObserved')}</p>}
      <ul className="members" aria-label={text('observed')}>
        {calls.map(({ accountId, name, address, lastSeen }) => (
          <li key={`${accountId} ${address}`}>
            <code>{address}</code>
            <span dir="auto">{name}</span>
            <span className="hint">{text('seen', { time: timeText(lastSeen, 'minute', language, zone) })}</span>
            <span className="row-end">
              <ActionButton
                aria-label={`${text('allow')} ${address}`}
                isPending={add.isPending}
                onPress={() => add.mutate({ body: [{ ip: address, description: name }] })}
              >
                {text('allow')}
              </ActionButton>
            </span>
          </li>
        ))}
      </ul>
      <ErrorNote error={add.error} />
    </section>
  );
}
