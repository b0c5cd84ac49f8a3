/** The calendar of the automatic starts of all tasks and plans of the environment. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useEnvironment } from '../../app/environment.tsx';
import { useText } from '../../text/language.tsx';
import { PageHead } from '../../ui/page-parts.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { DueCalendar, useCalendarDays } from './due-calendar.tsx';
import { ExecutableLink } from './executable-link.tsx';
import { scheduleMessages } from './messages.ts';
import { useEnvironmentInstants, type DueInstant } from './use-due-instants.ts';

const route = getRouteApi('/schedules/calendar');

const nameOfInstant = ({ executable }: DueInstant): ReactNode => executable && <ExecutableLink executable={executable} />;

/** The page. */
export function CalendarPage(): ReactNode {
  const text = useText(scheduleMessages);
  const { environment: _environment, ...calendarSearch } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const zone = useZone();
  const selection = useCalendarDays(calendarSearch);
  const result = useEnvironmentInstants(environment?.id, selection.period);
  return (
    <>
      <PageHead title={text('calendar')} />
      <DueCalendar
        search={calendarSearch}
        onNavigate={(next) => void navigate({ search: (search) => ({ ...search, ...next }), resetScroll: false })}
        selection={selection}
        result={result}
        zones={[zone]}
        nameOf={nameOfInstant}
      />
    </>
  );
}
