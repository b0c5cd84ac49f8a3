/** The states of the last runs as small marks. */
import type { ReactNode } from 'react';
import { RUN_STATES, STATE_OF_STATUS, type RunState, type RunStatus } from '@millrace/contract/run-states';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { StatusIcon } from '../../ui/status-mark.tsx';
import { runMessages } from './messages.ts';
import styles from './run-marks.module.css';
import { stateMessages } from './state-messages.ts';

/** The marks, of which the last one is the newest. Their states are also a text, for screen readers and on hover. */
export function RunMarks({ newestFirst }: { newestFirst: readonly RunStatus[] }): ReactNode {
  const text = useText(runMessages);
  const stateText = useText(stateMessages);
  const language = useLanguage();
  const states = newestFirst.map((status): RunState => STATE_OF_STATUS[status]);
  const [newest] = states;
  if (newest === undefined) return <span className="hint">{text('neverRan')}</span>;
  const numbers = [...Map.groupBy(states, (state) => state)].map(
    ([state, same]) => `${stateText(state)} ${numberFormat(language).format(same.length)}`,
  );
  const label = text('marks', { count: states.length, newest: stateText(newest), states: numbers.join(', ') });
  return (
    <span className={styles['marks']} role="img" aria-label={label} title={label}>
      {states.toReversed().map((state, index) => (
        <StatusIcon key={index} tone={RUN_STATES[state].tone} />
      ))}
    </span>
  );
}
