/** When a task starts by itself. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { timeText, TimeText } from '../../ui/time-text.tsx';
import { taskMessages } from './messages.ts';

const DAYS_90 = 90 * 86_400_000;
const MOST = 5;
const FRESH = 60_000;
const EVENTS = 'GET /orchestration/executables/tasks/{taskId}/run-config/events';

type TaskStartsProps = { taskId: string; trigger: Schema<'Trigger'>; isPaused: boolean };

/** The trigger or the schedule, and the next starts. */
export function TaskStarts({ taskId, trigger, isPaused }: TaskStartsProps): ReactNode {
  const text = useText(taskMessages);
  const isTimed = trigger.type !== 'MANUAL' && trigger.type !== 'WEBHOOK';
  const { data: schedule } = useRead(
    'GET /orchestration/executables/tasks/{taskId}/schedule',
    { path: { taskId } },
    { enabled: trigger.type === 'MULTIPLE' },
  );
  const { data: starts, error } = useQuery({
    queryKey: [EVENTS, taskId, trigger],
    enabled: isTimed,
    queryFn: async ({ signal }) => {
      const from = Math.floor(serverNow());
      return (await api.call(EVENTS, { path: { taskId }, query: { from, to: from + DAYS_90, limit: MOST }, signal })).body.items;
    },
    refetchInterval: FRESH,
  });
  const sentence = useTriggerSentence(trigger);
  return (
    <section className="card">
      <h2>{text('starts')}</h2>
      <p dir="auto">{schedule?.description === undefined ? sentence : text('schedule', { name: schedule.description })}</p>
      {error && <ErrorNote error={error} />}
      {isTimed && isPaused && <p className="hint">{text('pausedStarts')}</p>}
      {isTimed && !isPaused && starts && (
        <>
          {starts.length === 0 ? <p className="hint">{text('noStarts')}</p> : <h3>{text('nextStarts')}</h3>}
          <ul className="starts">
            {starts.map((at) => (
              <li key={at}>
                <TimeText at={at} form="minute" />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function useTriggerSentence({ type, interval = 1, startDate, startTime, timeZone, atTimes, cronExpression }: Schema<'Trigger'>): string {
  const text = useText(taskMessages);
  const language = useLanguage();
  const zone = timeZone ?? 'UTC';
  const times = timesOf(atTimes) ?? startTime ?? '–';
  if (type === 'CRON') return text(type, { cron: cronExpression ?? '–', zone });
  if (type === 'ONCE')
    return text(type, { date: startDate === undefined ? '–' : timeText(startDate, 'day', language, 'UTC'), times, zone });
  if (type === 'DAILY' || type === 'WEEKLY' || type === 'MONTHLY') return text(type, { count: interval, times, zone });
  return text(type);
}

const timesOf = (schedule: Schema<'Trigger'>['atTimes']): string | undefined => {
  if (!schedule) return undefined;
  const { type, time, times, startTime, endTime } = schedule;
  if (type === 'AT_INTERVALS') return `${startTime ?? ''}–${endTime ?? ''}`;
  return type === 'AT_TIME' ? (time ?? undefined) : times?.join(', ');
};
