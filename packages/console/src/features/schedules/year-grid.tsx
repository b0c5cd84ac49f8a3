/** The year of a calendar: its days with the numbers of their starts. */
import { useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { getDayOfWeek, type CalendarDate } from '@internationalized/date';
import { RUN_STATES, stateOfRun } from '@millrace/contract/run-states';
import { useLanguage, useText } from '../../text/language.tsx';
import { regionalLocale } from '../../text/formats.ts';
import { daysShown } from './calendar-days.ts';
import { scheduleMessages } from './messages.ts';
import type { DueInstant } from './use-due-instants.ts';
import styles from './calendar.module.css';

type YearGridProps = {
  days: readonly CalendarDate[];
  /** The day of the address, or today. Its button gets the focus first. */
  selected: CalendarDate;
  today: string;
  byDay: ReadonlyMap<string, readonly DueInstant[]>;
  /** Days with a clock change, as YYYY-MM-DD. */
  clockChangeDays: ReadonlySet<string>;
  /** Whether starts of the day were not read. */
  isUnread: (day: string) => boolean;
  onDay: (day: CalendarDate) => void;
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, PageUp: -28, PageDown: 28 };
/** The bar of a day is one step longer for each of these numbers of starts that the day reaches. */
const LEVELS = [1, 2, 5, 24];

/**
 * A year of days, month by month, with the number of starts of each. The arrow keys move from day to day, Page Up and Page Down by four weeks;
 * Enter opens a day.
 */
export function YearGrid({ days, selected, today, byDay, clockChangeDays, isUnread, onDay }: YearGridProps): ReactNode {
  const text = useText(scheduleMessages);
  const locale = regionalLocale(useLanguage());
  const [active, setActive] = useState(selected.toString());
  const current = days.some((day) => day.toString() === active) ? active : selected.toString();

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const index = days.findIndex((day) => day.toString() === current);
    const next = days[Math.min(Math.max(index + step, 0), days.length - 1)]?.toString() ?? current;
    event.preventDefault();
    setActive(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  }

  const nameOf = (day: CalendarDate, form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' }).format(day.toDate('UTC'));
  const startsOn = (day: CalendarDate): readonly DueInstant[] => byDay.get(day.toString()) ?? [];
  const failuresOn = (day: CalendarDate): number => startsOn(day).filter(hasFailed).length;
  const label = (day: CalendarDate): string => {
    const [count, failed] = [startsOn(day).length, failuresOn(day)];
    const starts = isUnread(day.toString()) ? text('unread') : count === 0 ? text('noStarts') : text('starts', { count });
    return [
      text('dayStarts', { day: nameOf(day, { dateStyle: 'full' }), starts }),
      ...(failed > 0 ? [text('failures', { count: failed })] : []),
      ...(clockChangeDays.has(day.toString()) ? [text('clocks')] : []),
    ].join(', ');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move the focus between the buttons of the days
    <div className={styles['year']} onKeyDown={onKeyDown}>
      {[...Map.groupBy(days, ({ month }) => month)].map(([month, members]) => (
        <section key={month} className={styles['month']}>
          <h3>{members[0] && nameOf(members[0], { month: 'long' })}</h3>
          <div className={styles['days']}>
            {daysShown('week', selected, locale).map((day) => (
              <span key={day.toString()} className="hint" aria-hidden="true">
                {nameOf(day, { weekday: 'short' }).slice(0, 2)}
              </span>
            ))}
            {members.map((day, index) => {
              const key = day.toString();
              const count = startsOn(day).length;
              const level = LEVELS.filter((minimum) => count >= minimum).length;
              const classes = {
                date: true,
                isToday: key === today,
                unread: isUnread(key),
                hasChange: clockChangeDays.has(key),
                hasFailed: failuresOn(day) > 0,
              };
              return (
                <button
                  key={key}
                  type="button"
                  data-day={key}
                  data-level={level}
                  tabIndex={key === current ? 0 : -1}
                  className={Object.entries(classes)
                    .flatMap(([name, isOn]) => (isOn ? [styles[name]] : []))
                    .join(' ')}
                  style={{ '--level': level, ...(index === 0 && { gridColumnStart: getDayOfWeek(day, locale) + 1 }) } as CSSProperties}
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

/** Whether a past start failed or did not start. */
const hasFailed = ({ start }: DueInstant): boolean =>
  start !== undefined && RUN_STATES[stateOfRun(start.status, start.misfiredReason)].group === 'failed';
