/** The head of the page of a run, of a task or of a plan. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { TextLink } from '../../ui/links.tsx';
import styles from './run-head.module.css';

/** The strip: the state, the name as a link, the facts as entries of a list, and the actions. */
export const RunHead = ({ state, name, facts, actions }: Record<'state' | 'name' | 'facts' | 'actions', ReactNode>): ReactNode => (
  <header className={styles['strip']}>
    {state}
    <h1 dir="auto">{name}</h1>
    <ul className={styles['facts']}>{facts}</ul>
    <div className={styles['actions']}>{actions}</div>
  </header>
);

/** The fact that a schedule has started the run. A run does not say which one, so it is the one that its task or plan has now, as `hint` says. */
export const StartedBySchedule = ({
  schedule: { id },
  name,
  hint,
}: {
  schedule: Schema<'Schedule'>;
  name: string;
  hint: string;
}): ReactNode => (
  <li title={hint}>
    <TextLink to="/schedules/$scheduleId" params={{ scheduleId: id }} name={name} />
  </li>
);

/** The box below the strip that says why a run failed, waits or was stopped. */
export const RunNoticeBox = ({ isBad, children }: { isBad: boolean; children: ReactNode }): ReactNode => (
  <section className={isBad ? `${styles['notice']} ${styles['bad']}` : styles['notice']} data-notice={isBad ? 'bad' : 'neutral'}>
    {children}
  </section>
);
