/** A calendar of automatic starts: a day, a week or a year, with notes at clock changes. */
import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { fromDate, getDayOfWeek, parseDate, toCalendarDate, type CalendarDate } from '@internationalized/date';
import type { UseQueryResult } from '@tanstack/react-query';
import { serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { localeOf } from '../../text/messages.ts';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { timeText, TimeText, useZone } from '../../ui/time-text.tsx';
import { daysShown, movedBy } from './calendar-days.ts';
import { CALENDAR_VIEWS, calendarDayOf, type CalendarSearch, type CalendarView } from './calendar-view.ts';
import { clockChanges, type ClockChange } from './clock-changes.ts';
import { scheduleMessages } from './messages.ts';
import { weekDayName, zoneName } from './trigger-sentence.ts';
import type { DueInstant, DueInstants, DuePeriod } from './use-due-instants.ts';
import './calendar.css';

/** The days that the search parameters select, in the time zone of the console, and their period. */
export function useCalendarDays({ view = 'week', day }: CalendarSearch): { days: CalendarDate[]; center: CalendarDate; period: DuePeriod } {
  const zone = useZone();
  const language = useLanguage();
  return useMemo(() => {
    const center = day === undefined ? toCalendarDate(fromDate(new Date(serverNow()), zone)) : parseDate(day);
    const days = daysShown(view, center, localeOf(language));
    const [first = center, last = center] = [days[0], days.at(-1)];
    return { days, center, period: { from: first.toDate(zone).getTime(), to: last.add({ days: 1 }).toDate(zone).getTime() } };
  }, [view, day, zone, language]);
}

type DueCalendarProps = {
  /** The search parameters of the page. */
  search: CalendarSearch;
  onNavigate: (search: CalendarSearch) => void;
  /** The days that the search parameters select. */
  selection: ReturnType<typeof useCalendarDays>;
  result: UseQueryResult<DueInstants>;
  /** The time zones of the triggers. The calendar notes their clock changes. */
  zones: readonly string[];
  /** Returns the text for a start. */
  nameOf: (instant: DueInstant) => ReactNode;
};

/** The calendar. */
export function DueCalendar({ search, onNavigate, selection, result, zones, nameOf }: DueCalendarProps): ReactNode {
  const { days, center, period } = selection;
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const zone = useZone();
  const { view = 'week' } = search;
  const today = calendarDayOf(serverNow(), zone);
  const { data, error } = result;
  const byDay = useMemo(() => Map.groupBy(data?.instants ?? [], ({ at }) => calendarDayOf(at, zone)), [data, zone]);
  const zoneNames = [...new Set(zones)].toSorted();
  const changes = useMemo(
    () => zoneNames.flatMap((name) => clockChanges(name, period.from, period.to)).toSorted((a, b) => a.at - b.at),
    // oxlint-disable-next-line react/exhaustive-deps -- the names decide, not the list
    [zoneNames.join(), period.from, period.to],
  );
  const changeDays = new Set(changes.map(({ at }) => calendarDayOf(at, zone)));
  const unreadFrom = data?.isTruncated ? calendarDayOf(data.instants.at(-1)?.at ?? 0, zone) : undefined;
  const go = (next: CalendarDate, to: CalendarView = view): void => onNavigate({ view: to, day: next.toString() });
  return (
    <section className="card" aria-busy={result.isPending}>
      <div className="card-head">
        <h2>{periodText(view, days, language)}</h2>
        <div className="calendar-tools">
          <IconButton label={text('previous')} icon="left" onPress={() => go(movedBy(view, center, -1))} />
          <ActionButton onPress={() => onNavigate({ view, day: undefined })}>{text('today')}</ActionButton>
          <IconButton label={text('later')} icon="right" onPress={() => go(movedBy(view, center, 1))} />
          <ChoiceField<CalendarView>
            label={text('span')}
            isLabelHidden
            value={view}
            options={CALENDAR_VIEWS.map((id) => ({ id, name: text(id) }))}
            onChange={(chosen) => go(center, chosen)}
          />
        </div>
      </div>
      <ErrorNote error={error} onRetry={() => void result.refetch()} />
      {view === 'year' ? (
        <YearGrid
          days={days}
          center={center}
          today={today}
          byDay={byDay}
          changeDays={changeDays}
          unreadFrom={unreadFrom}
          onDay={(day) => go(day, 'day')}
        />
      ) : (
        <div className={`calendar-days ${view}`}>
          {days.map((day) => (
            <DayColumn
              key={day.toString()}
              day={day}
              isToday={day.toString() === today}
              hasChange={changeDays.has(day.toString())}
              instants={byDay.get(day.toString()) ?? []}
              isRead={data !== undefined}
              maxShown={view === 'day' ? Infinity : 12}
              nameOf={nameOf}
              onDay={view === 'day' ? undefined : () => go(day, 'day')}
            />
          ))}
        </div>
      )}
      {data?.isTruncated && <p className="hint">{text('cut', { count: data.instants.length })}</p>}
      {changes.length > 0 && (
        <div className="clock-changes">
          <h3>{text('clocks')}</h3>
          <ul>
            {changes.map((change) => (
              <li key={`${change.zone} ${change.at}`}>
                <ChangeNote change={change} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function ChangeNote({ change: { zone, at, before, after } }: { change: ClockChange }): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  // A clock change is shorter than half a day, so the comparison of the time texts gives its direction.
  const isForward = before < after;
  return text(isForward ? 'forward' : 'back', { day: timeText(at, 'day', language, zone), zone: zoneName(zone), before, after });
}

function periodText(view: CalendarView, days: readonly CalendarDate[], language: 'en' | 'de'): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  if (view === 'year') return String(first.year);
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: view === 'day' ? 'full' : 'long', timeZone: 'UTC' });
  return view === 'day' ? format.format(first.toDate('UTC')) : format.formatRange(first.toDate('UTC'), last.toDate('UTC'));
}

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

/** One day of a calendar: its starts in order. */
function DayColumn({ day, isToday, hasChange, instants, isRead, maxShown, nameOf, onDay }: DayColumnProps): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const now = serverNow();
  const name = (form: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(localeOf(language), { ...form, timeZone: 'UTC' }).format(day.toDate('UTC'));
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
            <bdi className="due-name">{nameOf(instant)}</bdi>
          </li>
        ))}
      </ol>
      {rest > 0 && onDay && <ActionButton onPress={onDay}>{text('moreTriggers', { count: rest })}</ActionButton>}
    </section>
  );
}

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

/** A year of days, month by month, with the number of starts of each. The arrow keys move from day to day, Enter opens a day. */
function YearGrid({ days, center, today, byDay, changeDays, unreadFrom, onDay }: YearGridProps): ReactNode {
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
    const name = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'full', timeZone: 'UTC' }).format(day.toDate('UTC'));
    return text('dayStarts', { day: name, starts }) + (changeDays.has(day.toString()) ? `, ${text('clocks')}` : '');
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys move the focus between the buttons of the days
    <div className="year" onKeyDown={onKeyDown}>
      {[...Map.groupBy(days, ({ month }) => month)].map(([month, members]) => (
        <section key={month} className="year-month">
          <h3>{new Intl.DateTimeFormat(localeOf(language), { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 1))}</h3>
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
