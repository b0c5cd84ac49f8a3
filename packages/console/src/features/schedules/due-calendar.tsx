/** A calendar of automatic starts: a day, a week or a year, with notes at clock changes. */
import { useMemo, type ReactNode } from 'react';
import { fromDate, parseDate, toCalendarDate, type CalendarDate } from '@internationalized/date';
import type { UseQueryResult } from '@tanstack/react-query';
import { serverNow } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { CALENDAR_VIEWS, calendarDayOf, daysShown, movedBy, type CalendarSearch, type CalendarView } from './calendar-view.ts';
import { clockChanges, type ClockChange } from './clock-changes.ts';
import { DayColumn } from './day-column.tsx';
import { scheduleMessages } from './messages.ts';
import { zoneName } from './trigger-sentence.ts';
import type { DueInstant, DueInstants, DuePeriod } from './use-due-instants.ts';
import { YearGrid } from './year-grid.tsx';
import './calendar.css';

/** The days that the search parameters select, in the time zone of the console, and their period. */
export function useCalendarDays({ view = 'week', day }: CalendarSearch): { days: CalendarDate[]; center: CalendarDate; period: DuePeriod } {
  const zone = useZone();
  const language = useLanguage();
  return useMemo(() => {
    const center = day === undefined ? toCalendarDate(fromDate(new Date(serverNow()), zone)) : parseDate(day);
    const days = daysShown(view, center, language);
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
  const format = new Intl.DateTimeFormat(language, { dateStyle: view === 'day' ? 'full' : 'long', timeZone: 'UTC' });
  return view === 'day' ? format.format(first.toDate('UTC')) : format.formatRange(first.toDate('UTC'), last.toDate('UTC'));
}
