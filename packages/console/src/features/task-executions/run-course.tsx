/** The course of a run, and the explanation of its state. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { withoutOverrides } from '../../text/messages.ts';
import { durationText, TimeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { runMessages } from './messages.ts';

/** The explanation in the words of the server, and the moments of the run. */
export function RunCourse({ explanation: { summary, next, timeline } }: { explanation: Schema<'Explanation'> }): ReactNode {
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <section className="card">
      <h2>{text('course')}</h2>
      <p dir="auto">{withoutOverrides(withZonedTimes(`${summary} ${next ?? ''}`, language, zone))}</p>
      <ol className="course">
        {timeline.map(({ what, at, milliseconds }) => (
          <li key={what}>
            <strong>{text(what)}</strong>
            <TimeText at={at} />
            {milliseconds !== undefined && (
              <span className="hint">{text('after', { duration: durationText(milliseconds, language) })}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
