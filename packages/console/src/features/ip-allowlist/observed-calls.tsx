/** The calls that the allowlist refuses, or would refuse. */
import type { ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { allowlistMessages } from './messages.ts';
import { ALLOWLIST_READS } from './reads.ts';

const REFRESH_INTERVAL = 5000;

/** The calls, each with a button that allows its address. */
export function ObservedCalls(): ReactNode {
  const text = useText(allowlistMessages);
  const [language, zone] = [useLanguage(), useZone()];
  const list = useWholeList('GET /security/ip-allowlist/observations', {}, { every: () => REFRESH_INTERVAL });
  const add = useChange('POST /security/ip-allowlist/ips', { refreshes: ALLOWLIST_READS });
  return (
    <section className="card">
      <h2>{text('observed')}</h2>
      <p className="hint">{text('observedHint')}</p>
      <ItemList label={text('observed')} list={list} empty={<p>{text('noneObserved')}</p>}>
        {({ accountId, name, address, lastSeen }) => (
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
        )}
      </ItemList>
      <ErrorNote error={add.error} />
    </section>
  );
}
