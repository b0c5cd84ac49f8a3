/** One day of a calendar: its starts in order. */
import type { ReactNode } from 'react';
import type { CalendarDate } from '@internationalized/date';
import { serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { scheduleMessages } from './messages.ts';
import type { Due } from './use-dues.ts';

type DayColumnProps = {
  day: CalendarDate;
  isToday: boolean;
  /** The clock changes in a zone of a trigger. */
  hasChange: boolean;
  dues: readonly Due[];
  isRead: boolean;
  /** The largest number of starts that are shown. */
  maxShown: number;
  nameOf: (due: Due) => ReactNode;
  onDay: (() => void) | undefined;
};

/** The day. */
export function DayColumn({ day, isToday, hasChange, dues, isRead, maxShown, nameOf, onDay }: DayColumnProps): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const now = serverNow();
  const name = (form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(day.toDate('UTC'));
  const rest = dues.length - maxShown;
  return (
    <section className={isToday ? 'calendar-column today' : 'calendar-column'} aria-label={name({ dateStyle: 'full' })}>
      {onDay && (
        <h3>
          <ActionButton onPress={onDay}>
            <span>{name({ weekday: 'short' })}</span> {name({ day: 'numeric', month: 'short' })}
          </ActionButton>
          {hasChange && (
            <span className="calendar-change" role="img" aria-label={text('clocks')} title={text('clocks')}>
              ⇄
            </span>
          )}
        </h3>
      )}
      {isRead && dues.length === 0 && <p className="hint">{text('noStarts')}</p>}
      <ol>
        {dues.slice(0, maxShown).map((due) => (
          <li key={`${due.at} ${due.trigger} ${due.starts?.id}`} className={due.at < now ? 'due-item past' : 'due-item'}>
            <TimeText at={due.at} form="clock" />
            <span className="due-name" dir="auto">
              {nameOf(due)}
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 && onDay && <ActionButton onPress={onDay}>{text('moreTriggers', { count: rest })}</ActionButton>}
    </section>
  );
}
