/** One start in a calendar. */
import type { ReactNode } from 'react';
import { RUN_STATES, stateOfRun } from '@millrace/contract/run-states';
import { runTarget } from '../../app/link-targets.ts';
import { useText } from '../../text/language.tsx';
import { NameLink } from '../../ui/links.tsx';
import { StatusIcon, StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { stateMessages } from '../task-executions/state-messages.ts';
import type { DueInstant } from './use-due-instants.ts';
import styles from './calendar.module.css';

type DueItemProps = {
  instant: DueInstant;
  /** There is space for the word of the state beside the time. */
  isWide: boolean;
  /** The name of a start that is still to come. */
  children: ReactNode;
};

/** The start: a past one with its state, and the link to its run. */
export function DueItem({ instant: { at, start }, isWide, children }: DueItemProps): ReactNode {
  const text = useText(stateMessages);
  if (!start)
    return (
      <li className={styles['item']} data-start="next">
        <TimeText at={at} form="clock" />
        <bdi className={styles['name']}>{children}</bdi>
      </li>
    );
  const state = stateOfRun(start.status, start.misfiredReason);
  const { tone } = RUN_STATES[state];
  return (
    <li className={`${styles['item']} ${styles['past']} ${styles[tone] ?? ''}`} data-start={state}>
      {!isWide && (
        <span role="img" aria-label={text(state)} title={text(state)} className={`status ${tone} ${styles['mark']}`}>
          <StatusIcon tone={tone} />
        </span>
      )}
      <TimeText at={at} form="clock" />
      {isWide && (
        <span className={styles['word']}>
          <StatusMark tone={tone}>{text(state)}</StatusMark>
        </span>
      )}
      <bdi className={styles['name']}>
        <NameLink {...runTarget(start.type, start.executionId)} name={start.name} title={`${start.name}: ${text(state)}`} />
      </bdi>
    </li>
  );
}
