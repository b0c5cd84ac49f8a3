/** The engines of the environment, a mark for each. Its name appears on hover and focus. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useText } from '../../text/language.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { StatusIcon } from '../../ui/status-mark.tsx';
import styles from './home.module.css';
import { homeMessages } from './messages.ts';
import { useHomeEngines } from './use-home-engines.ts';

/** The card; nothing without engines. */
export function EngineDots({ environmentId }: { environmentId: string }): ReactNode {
  const text = useText(homeMessages);
  const { engines } = useHomeEngines(environmentId);
  if (engines.length === 0) return undefined;
  return (
    <Card title={text('engines')}>
      <ul className={styles['engines']}>
        {engines.map(({ id, name, status, availability, illness }) => {
          const state =
            status !== 'PAIRED' ? 'engineUnpaired' : illness ? 'engineIll' : availability === 'AVAILABLE' ? 'engineAnswers' : 'engineLost';
          const tone = { engineUnpaired: 'unrun', engineIll: 'partly', engineAnswers: 'good', engineLost: 'bad' } as const;
          const label = text(state, { name });
          return (
            <li key={id}>
              <Link to="/engines/$engineId" params={{ engineId: id }} preload={false} aria-label={label} data-label={label}>
                <StatusIcon tone={tone[state]} />
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
