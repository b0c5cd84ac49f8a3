/** A calendar of automatic starts: a day, a week or a year, with what became of past starts, and notes at clock changes. */
import { Fragment, useMemo, type ReactNode } from 'react';
import { fromDate, parseDate, toCalendarDate, type CalendarDate } from '@internationalized/date';
import type { UseQueryResult } from '@tanstack/react-query';
import { serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { regionalLocale } from '../../text/formats.ts';
import type { Language } from '../../text/languages.ts';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { daysShown, movedBy } from './calendar-days.ts';
import { CALENDAR_VIEWS, calendarDayOf, type CalendarSearch, type CalendarView } from './calendar-view.ts';
import { clockChanges, isClockForward, type ClockChange } from './clock-changes.ts';
import { scheduleMessages } from './messages.ts';
import { DueItem } from './due-item.tsx';
import { zoneName } from './trigger-sentence.ts';
import type { DueInstant, DueInstants, DuePeriod } from './use-due-instants.ts';
import { YearGrid } from './year-grid.tsx';
import styles from './calendar.module.css';

/** The days that the search parameters select, in the time zone of the console, and their period. */
export function useCalendarDays({ view = 'week', day }: CalendarSearch): {
  days: CalendarDate[];
  selected: CalendarDate;
  period: DuePeriod;
} {
  const zone = useZone();
  const language = useLanguage();
  return useMemo(() => {
    const selected = day === undefined ? toCalendarDate(fromDate(new Date(serverNow()), zone)) : parseDate(day);
    const days = daysShown(view, selected, regionalLocale(language));
    const [first = selected, last = selected] = [days[0], days.at(-1)];
    return { days, selected, period: { from: first.toDate(zone).getTime(), to: last.add({ days: 1 }).toDate(zone).getTime() } };
  }, [view, day, zone, language]);
}

/** The largest number of starts that a day of a week shows. A button leads to the whole day. */
const MAX_IN_WEEK = 12;

type DueCalendarProps = {
  /** The search parameters of the page. */
  search: CalendarSearch;
  onNavigate: (search: CalendarSearch) => void;
  /** The days that the search parameters select, with their period. */
  selection: ReturnType<typeof useCalendarDays>;
  result: UseQueryResult<DueInstants>;
  /** The time zones of the triggers. The calendar notes their clock changes. */
  zones: readonly string[];
  /** Returns the text for a start. */
  nameOf: (instant: DueInstant) => ReactNode;
};

/** The calendar. */
export function DueCalendar({ search, onNavigate, selection, result, zones, nameOf }: DueCalendarProps): ReactNode {
  const { days, selected, period } = selection;
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
  const clockChangeDays = new Set(changes.map(({ at }) => calendarDayOf(at, zone)));
  const { readFrom, readTo } = data ?? {};
  const isUnread = (day: string): boolean =>
    (readFrom !== undefined && day < calendarDayOf(readFrom, zone)) || (readTo !== undefined && day > calendarDayOf(readTo, zone));
  const go = (next: CalendarDate, to: CalendarView = view): void => onNavigate({ view: to, day: next.toString() });
  return (
    <section className="card" aria-busy={result.isPending}>
      <div className="card-head">
        <h2>{periodText(view, days, language)}</h2>
        <div className={styles['tools']}>
          <IconButton label={text('previous')} icon="left" onPress={() => go(movedBy(view, selected, -1))} />
          <ActionButton onPress={() => onNavigate({ view, day: undefined })}>{text('today')}</ActionButton>
          <IconButton label={text('later')} icon="right" onPress={() => go(movedBy(view, selected, 1))} />
          <ChoiceField<CalendarView>
            label={text('span')}
            isLabelHidden
            value={view}
            options={CALENDAR_VIEWS.map((id) => ({ id, name: text(id) }))}
            onChange={(chosen) => go(selected, chosen)}
          />
        </div>
      </div>
      <ErrorNote error={error} onRetry={() => void result.refetch()} />
      {view === 'year' ? (
        <YearGrid
          days={days}
          selected={selected}
          today={today}
          byDay={byDay}
          clockChangeDays={clockChangeDays}
          isUnread={isUnread}
          onDay={(day) => go(day, 'day')}
        />
      ) : (
        <div className={styles[view]}>
          {days.map((day) => (
            <DayColumn
              key={day.toString()}
              day={day}
              isToday={day.toString() === today}
              hasChange={clockChangeDays.has(day.toString())}
              instants={byDay.get(day.toString()) ?? []}
              isRead={data !== undefined}
              maxShown={view === 'day' ? Infinity : MAX_IN_WEEK}
              nameOf={nameOf}
              onDay={view === 'day' ? undefined : () => go(day, 'day')}
            />
          ))}
        </div>
      )}
      {data && (readFrom ?? readTo) !== undefined && <p className="hint">{text('cut', { count: data.instants.length })}</p>}
      {changes.length > 0 && (
        <div className={styles['changes']}>
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
  return text(isClockForward(before, after) ? 'forward' : 'back', {
    day: timeText(at, 'day', language, zone),
    zone: zoneName(zone),
    before,
    after,
  });
}

function periodText(view: CalendarView, days: readonly CalendarDate[], language: Language): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return '';
  if (view === 'year') return String(first.year);
  const format = new Intl.DateTimeFormat(regionalLocale(language), { dateStyle: view === 'day' ? 'full' : 'long', timeZone: 'UTC' });
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
    new Intl.DateTimeFormat(regionalLocale(language), { ...form, timeZone: 'UTC' }).format(day.toDate('UTC'));
  // The line stands before the first start that is still to come.
  const next = isToday ? instants.findIndex(({ at }) => at >= now) : 0;
  const nextIndex = next < 0 ? instants.length : next;
  // Of a long day of today, the starts around now are shown.
  const first = Math.max(Math.min(nextIndex - Math.floor(maxShown / 2), instants.length - maxShown), 0);
  const shown = instants.slice(first, first + maxShown);
  const rest = instants.length - shown.length;
  const nowIndex = isToday && shown.length > 0 ? nextIndex - first : undefined;
  return (
    <section className={`${styles['column']} ${isToday ? styles['today'] : ''}`} aria-label={name({ dateStyle: 'full' })}>
      {onDay && (
        <h3>
          <ActionButton onPress={onDay}>
            <span>{name({ weekday: 'short' })}</span> {name({ day: 'numeric', month: 'short' })}
          </ActionButton>
          {hasChange && (
            <span className={styles['change']} role="img" aria-label={text('clocks')} title={text('clocks')}>
              ⇄
            </span>
          )}
        </h3>
      )}
      {isRead && instants.length === 0 && <p className="hint">{text('noStarts')}</p>}
      <ol>
        {shown.map((instant, index) => (
          <Fragment key={`${instant.at} ${instant.start?.executionId ?? `${instant.trigger} ${instant.executable?.id}`}`}>
            {index === nowIndex && <li className={styles['now']} aria-hidden="true" />}
            <DueItem instant={instant} isWide={onDay === undefined}>
              {nameOf(instant)}
            </DueItem>
          </Fragment>
        ))}
        {nowIndex === shown.length && <li className={styles['now']} aria-hidden="true" />}
      </ol>
      {rest > 0 && onDay && <ActionButton onPress={onDay}>{text('moreStarts', { count: rest })}</ActionButton>}
    </section>
  );
}
