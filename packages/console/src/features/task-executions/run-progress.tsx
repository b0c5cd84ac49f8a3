/** The progress of a run: the times of its states, and the explanation of the current one. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { durationText, TimeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { explanationSentences } from '../explanations/sentences.ts';
import { runMessages } from './messages.ts';
import { isLive } from './run-status.tsx';

/** The explanation of the server, and the times of the run's changes of state. */
export function RunProgress({ explanation }: { explanation: Schema<'Explanation'> }): ReactNode {
  const { executionStatus, timeline, log } = explanation;
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  const { why, further, next, log: logText } = explanationSentences(explanation, language);
  // The log begins when an engine has the run.
  const waits = log.state === 'NONE' && isLive(executionStatus);
  // Without lines, the time at which the last one was stored says nothing.
  const moments = log.state === 'NONE' ? timeline.filter(({ what }) => what !== 'LOG_COMPLETE') : timeline;
  return (
    <Card title={text('timeline')}>
      <p dir="auto">{withZonedTimes([why, ...further, next].filter(Boolean).join(' '), language, zone)}</p>
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
            <span className="hint">{logText}</span>
          </li>
        )}
      </ol>
    </Card>
  );
}
