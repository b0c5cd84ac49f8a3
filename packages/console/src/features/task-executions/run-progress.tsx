/** The progress of a run: the times of its states, and the explanation of the current one. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { withoutOverrides } from '../../text/messages.ts';
import { durationText, TimeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { explanationText } from './explanation-text.ts';
import { runMessages } from './messages.ts';
import { isLive } from './run-status.tsx';

/** The explanation of the server, and the times of the run's changes of state. */
export function RunProgress({ explanation }: { explanation: Schema<'Explanation'> }): ReactNode {
  const { executionStatus, timeline, log } = explanation;
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  // The log begins when an engine has the run.
  const waits = log.state === 'NONE' && isLive(executionStatus);
  // Without lines, the time at which the last one was stored says nothing.
  const moments = log.state === 'NONE' ? timeline.filter(({ what }) => what !== 'LOG_COMPLETE') : timeline;
  return (
    <section className="card">
      <h2>{text('timeline')}</h2>
      <p dir="auto">{withoutOverrides(withZonedTimes(explanationText(explanation, language), language, zone))}</p>
      <ol className="run-progress">
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
            <span className="hint">{log.message}</span>
          </li>
        )}
      </ol>
    </section>
  );
}
