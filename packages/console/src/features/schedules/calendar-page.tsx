/** The calendar of the automatic starts of all tasks and plans of the environment. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../app/environment.tsx';
import { useText } from '../../text/language.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { DueCalendar, useCalendarDays } from './due-calendar.tsx';
import { ExecutableLink } from './executable-link.tsx';
import { scheduleMessages } from './messages.ts';
import { calendarRoute } from './routes.ts';
import { useEnvironmentDues, type Due } from './use-dues.ts';

const nameOfDue = ({ starts }: Due): ReactNode => starts && <ExecutableLink of={starts} />;

/** The page. */
export function CalendarPage(): ReactNode {
  const text = useText(scheduleMessages);
  const { environment: _environment, ...place } = calendarRoute.useSearch();
  const navigate = calendarRoute.useNavigate();
  const { environment } = useEnvironment();
  const zone = useZone();
  const shown = useCalendarDays(place);
  const result = useEnvironmentDues(environment?.id, shown.period);
  return (
    <>
      <PageHead title={text('calendar')}>
        <Link to="/schedules" className="button">
          {text('title')}
        </Link>
      </PageHead>
      <DueCalendar
        place={place}
        onNavigate={(next) => void navigate({ search: (search) => ({ ...search, ...next }) })}
        shown={shown}
        result={result}
        zones={[zone]}
        nameOf={nameOfDue}
      />
    </>
  );
}
