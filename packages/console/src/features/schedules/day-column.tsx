/** One day of a calendar: its starts in order. */
import type { ReactNode } from 'react';
import type { CalendarDate } from '@internationalized/date';
import { serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { scheduleMessages } from './messages.ts';
import type { DueInstant } from './use-due-instants.ts';

type DayColumnProps = {
  day: CalendarDate;
  isToday: boolean;
  /** The clock changes on this day in the time zone of a trigger. */
  hasChange: boolean;
  instants: readonly DueInstant[];
  isRead: boolean;
  /** The largest number of starts that are shown. */
  maxShown: number;
  nameOf: (instant: DueInstant) => ReactNode;
  onDay: (() => void) | undefined;
};

/** The day. */
export function DayColumn({ day, isToday, hasChange, instants, isRead, maxShown, nameOf, onDay }: DayColumnProps): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const now = serverNow();
  const name = (form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).format(day.toDate('UTC'));
  const rest = instants.length - maxShown;
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
      {isRead && instants.length === 0 && <p className="hint">{text('noStarts')}</p>}
      <ol>
        {instants.slice(0, maxShown).map((instant) => (
          <li
            key={`${instant.at} ${instant.trigger} ${instant.executable?.id}`}
            className={instant.at < now ? 'due-item past' : 'due-item'}
          >
            <TimeText at={instant.at} form="clock" />
            <span className="due-name" dir="auto">
              {nameOf(instant)}
            </span>
          </li>
        ))}
      </ol>
      {rest > 0 && onDay && <ActionButton onPress={onDay}>{text('moreTriggers', { count: rest })}</ActionButton>}
    </section>
  );
}
