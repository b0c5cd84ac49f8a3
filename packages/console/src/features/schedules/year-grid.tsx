/** A year of days with the number of starts of each. The arrow keys move from day to day, Enter opens a day. */
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { getDayOfWeek, type CalendarDate } from '@internationalized/date';
import { useLanguage, useText } from '../../text/language.tsx';
import { scheduleMessages } from './messages.ts';
import { weekDayName } from './trigger-sentence.ts';
import type { DueInstant } from './use-due-instants.ts';

type YearGridProps = {
  days: readonly CalendarDate[];
  center: CalendarDate;
  today: string;
  byDay: ReadonlyMap<string, readonly DueInstant[]>;
  changeDays: ReadonlySet<string>;
  /** The first day whose starts were not read. */
  unreadFrom: string | undefined;
  onDay: (day: CalendarDate) => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, PageUp: -28, PageDown: 28 };
/** The bar of a day is one step longer for each of these numbers of starts that the day reaches. */
const LEVELS = [1, 2, 5, 24];

/** The year, month by month. */
export function YearGrid({ days, center, today, byDay, changeDays, unreadFrom, onDay }: YearGridProps): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const [active, setActive] = useState(center.toString());
  const current = days.some((day) => day.toString() === active) ? active : center.toString();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = days.findIndex((day) => day.toString() === current);
    const next = days[Math.min(Math.max(index + step, 0), days.length - 1)]?.toString() ?? current;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  }

  const label = (day: CalendarDate): string => {
    const count = byDay.get(day.toString())?.length ?? 0;
    const isUnread = unreadFrom !== undefined && day.toString() > unreadFrom;
    const starts = isUnread ? text('unread') : count === 0 ? text('noStarts') : text('starts', { count });
    const name = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(day.toDate('UTC'));
    return text('dayStarts', { day: name, starts }) + (changeDays.has(day.toString()) ? `, ${text('clocks')}` : '');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move the focus between the buttons of the days
    <div className="year" onKeyDown={onKeyDown}>
      {[...Map.groupBy(days, ({ month }) => month)].map(([month, members]) => (
        <section key={month} className="year-month">
          <h3>{new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 1))}</h3>
          <div className="year-days">
            {[1, 2, 3, 4, 5, 6, 7].map((day) => (
              <span key={day} className="hint" aria-hidden="true">
                {weekDayName(day, language, 'short').slice(0, 2)}
              </span>
            ))}
            {members.map((day, index) => {
              const key = day.toString();
              const level = LEVELS.filter((minimum) => (byDay.get(key)?.length ?? 0) >= minimum).length;
              const isUnread = unreadFrom !== undefined && key > unreadFrom;
              return (
                <button
                  key={key}
                  type="button"
                  data-day={key}
                  tabIndex={key === current ? 0 : -1}
                  className={`year-day level${level}${key === today ? ' today' : ''}${isUnread ? ' unread' : ''}${changeDays.has(key) ? ' change' : ''}`}
                  style={index === 0 ? { gridColumnStart: getDayOfWeek(day, 'en-GB') + 1 } : undefined}
                  aria-label={label(day)}
                  title={label(day)}
                  onFocus={() => setActive(key)}
                  onClick={() => onDay(day)}
                >
                  {day.day}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}
