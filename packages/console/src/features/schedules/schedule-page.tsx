/** One schedule: its triggers, its task or plan, and its calendar. */
import type { ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { DueCalendar, useCalendarDays } from './due-calendar.tsx';
import { scheduleMessages } from './messages.ts';
import { ScheduleActions } from './schedule-actions.tsx';
import { ScheduleUse } from './schedule-use.tsx';
import { TriggerList } from './trigger-list.tsx';
import { useScheduleInstants } from './use-due-instants.ts';

const route = getRouteApi('/schedules/$scheduleId');

/** The page. */
export function SchedulePage(): ReactNode {
  const text = useText(scheduleMessages);
  const { scheduleId } = route.useParams();
  const { environment: _environment, ...calendarSearch } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay('SVC_OPERATOR');
  const { data: schedule, error } = useRead('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } });
  const selection = useCalendarDays(calendarSearch);
  const result = useScheduleInstants(scheduleId, selection.period);
  if (!schedule) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={schedule.description || text('untitled')}>{mayChange && <ScheduleActions schedule={schedule} />}</PageHead>
      <ScheduleUse schedule={schedule} mayChange={mayChange} />
      <TriggerList schedule={schedule} mayChange={mayChange} />
      <DueCalendar
        search={calendarSearch}
        onNavigate={(next) => void navigate({ search: (search) => ({ ...search, ...next }) })}
        selection={selection}
        result={result}
        zones={schedule.triggers?.map(({ timeZone }) => timeZone ?? 'UTC') ?? []}
        nameOf={({ trigger }) => trigger}
      />
    </>
  );
}
