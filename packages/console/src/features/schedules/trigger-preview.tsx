/** What the values of a trigger mean: a sentence, the next dates, and what happens when the clocks change. */
import { useEffect, useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, isRefused, serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { regionalLocale } from '../../text/formats.ts';
import type { Language } from '../../text/languages.ts';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from './calendar-view.ts';
import { isClockForward } from './clock-changes.ts';
import { scheduleMessages } from './messages.ts';
import { triggerOfDraft, type ScheduleTrigger, type TriggerDraft } from './trigger-draft.ts';
import { triggerSentence, zoneName } from './trigger-sentence.ts';
import styles from './trigger-preview.module.css';

const PREVIEW = 'POST /monitoring/observability/starts/preview';
/** Milliseconds without a change after which the dates are read. */
const DEBOUNCE = 250;

/** The value, when it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Reads the next dates of a trigger. Its name and its time limit do not matter, and may still be missing or wrong. */
function useStartsPreview(draft: TriggerDraft) {
  const { timeout: _timeout, ...trigger } = triggerOfDraft({ ...draft, name: 'preview' });
  const body = useSettled(JSON.stringify(trigger));
  return useQuery({
    queryKey: [PREVIEW, body],
    queryFn: async ({ signal }) => (await api.call(PREVIEW, { body: JSON.parse(body) as ScheduleTrigger, signal })).body,
    placeholderData: keepPreviousData,
  });
}

/** The part of the form. */
export function TriggerPreview({ draft }: { draft: TriggerDraft }): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const zone = useZone();
  const { data, error, isFetching } = useStartsPreview(draft);
  const own = draft.zone.trim() || 'UTC';
  return (
    <div className={`note ${styles['preview']}`} role="status" aria-busy={isFetching}>
      <p>{text('sentence', { sentence: triggerSentence(triggerOfDraft(draft), language, calendarDayOf(serverNow(), zone)) })}</p>
      {error && (
        <p className={styles['refusal']}>
          {isRefused(error) ? error.message.replace(/^(?:body\.|Trigger 'preview':? ?)/, '') : text('unreachable')}
        </p>
      )}
      {!error && data && (
        <>
          <strong>{text(data.dates.length === 0 ? 'noNext' : 'nextDates')}</strong>
          <ol className={styles['dates']}>
            {data.dates.map((date) => (
              <li key={date}>
                <span>{dateText(date, language, own)}</span>
                {own !== zone && <span className="hint">{text('inYourZone', { time: dateText(date, language, zone) })}</span>}
              </li>
            ))}
          </ol>
          <ClockNotes changes={data.clockChanges} zone={own} />
        </>
      )}
    </div>
  );
}

const dateText = (date: string, language: Language, zone: string): string =>
  `${new Intl.DateTimeFormat(regionalLocale(language), { weekday: 'short', timeZone: zone }).format(Date.parse(date))}, ${timeText(date, 'minute', language, zone)}`;

function ClockNotes({ changes, zone }: { changes: readonly Schema<'TriggerClockChange'>[]; zone: string }): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  if (changes.length === 0) return undefined;
  return (
    <ul className={styles['changes']}>
      {changes.map(({ date, before, after, isHit }) => {
        const isForward = isClockForward(before, after);
        const kind = isHit ? (isForward ? 'skippedTime' : 'repeatedTime') : isForward ? 'keptForward' : 'keptBack';
        return (
          <li key={date} className={isHit ? styles['hit'] : undefined}>
            {text(kind, { day: timeText(date, 'day', language, zone), zone: zoneName(zone), before, after })}
          </li>
        );
      })}
    </ul>
  );
}
