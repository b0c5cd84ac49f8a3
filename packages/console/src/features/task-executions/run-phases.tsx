/** The phases of a run: the times of its states. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { durationText, TimeText } from '../../ui/time-text.tsx';
import { explanationSentences } from '../explanations/sentences.ts';
import { runMessages } from './messages.ts';
import { isLive } from './run-status.tsx';
import styles from './run-page.module.css';

/** The times of the run's changes of state, and whether its log is complete. */
export function RunPhases({ explanation }: { explanation: Schema<'Explanation'> }): ReactNode {
  const { executionStatus, timeline, log } = explanation;
  const text = useText(runMessages);
  const language = useLanguage();
  // The log begins when an engine has the run.
  const waits = log.state === 'NONE' && isLive(executionStatus);
  // Without lines, the time at which the last one was stored says nothing.
  const moments = log.state === 'NONE' ? timeline.filter(({ what }) => what !== 'LOG_COMPLETE') : timeline;
  return (
    <section>
      <h2>{text('phases')}</h2>
      <ol className={styles['phases']} data-phases>
        {moments.map(({ what, at, milliseconds }) => (
          <li key={what}>
            <strong>{text(what)}</strong>
            <TimeText at={at} />
            {milliseconds !== undefined && (
              <span className="hint">{text('after', { duration: durationText(milliseconds, language) })}</span>
            )}
          </li>
        ))}
        {log.state !== 'COMPLETE' && !waits && (
          <li>
            <strong>{text(`log${log.state}`)}</strong>
            <span className="hint">{explanationSentences(explanation, language).log}</span>
          </li>
        )}
      </ol>
    </section>
  );
}
