/** The automatic starts of a task. */
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, serverNow, useRead } from '../../app/api.ts';
import { CHANGES_STARTS } from '../../app/needs.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { CopyLine } from '../../ui/copy-text.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { TimeText, useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from '../schedules/calendar-view.ts';
import { StartChoice } from '../schedules/start-choice.tsx';
import { startMessages } from '../schedules/messages.ts';
import { triggerSentence } from '../schedules/trigger-sentence.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { taskMessages } from './messages.ts';
import styles from './task.module.css';

const DAYS_90 = 90 * 86_400_000;
const MAX_SHOWN = 5;
const REFRESH_INTERVAL = 60_000;
const EVENTS = 'GET /orchestration/executables/tasks/{taskId}/run-config/events';

type TaskStartsProps = { task: Schema<'Task'>; config: Schema<'TaskRunConfig'> | undefined };

/** The trigger or the schedule, the next starts, and the buttons that change them. */
export function TaskStarts({ task, config }: TaskStartsProps): ReactNode {
  const text = useText(taskMessages);
  const start = useText(startMessages);
  const mayChange = useLack({ ...CHANGES_STARTS, workspace: task.workspace }) === undefined;
  const { id: taskId } = task;
  const isPaused = task.taskPauseDetails?.pause === true;
  // A task without a run configuration starts only by hand.
  const trigger: Schema<'Trigger'> = config?.trigger ?? { type: 'MANUAL' };
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
      return (await api.call(EVENTS, { path: { taskId }, query: { from, to: from + DAYS_90, limit: MAX_SHOWN }, signal })).body.items;
    },
    refetchInterval: REFRESH_INTERVAL,
  });
  const language = useLanguage();
  const today = calendarDayOf(serverNow(), useZone());
  const sentenceOf = (): string => {
    const { type } = trigger;
    return type === 'MANUAL' || type === 'WEBHOOK' || type === 'MULTIPLE' ? text(type) : triggerSentence(trigger, language, today);
  };
  return (
    <Card title={text('starts')}>
      {schedule === undefined || trigger.type !== 'MULTIPLE' ? (
        <p className={`sentence ${styles['sentence']}`}>{sentenceOf()}</p>
      ) : (
        <p>
          <TextLink
            to="/schedules/$scheduleId"
            params={{ scheduleId: schedule.id }}
            name={text('schedule', { name: schedule.description || schedule.id })}
          />
        </p>
      )}
      {trigger.webhook?.url !== undefined && <CopyLine label={start('url')}>{trigger.webhook.url}</CopyLine>}
      <ErrorNote error={error} />
      {isTimed && isPaused && <p className="hint">{text('pausedStarts')}</p>}
      {isTimed && !isPaused && starts && (
        <>
          {starts.length === 0 ? <p className="hint">{text('noStarts')}</p> : <h3>{text('nextStarts')}</h3>}
          <ul className={styles['starts']}>
            {starts.map((at) => (
              <li key={at}>
                <TimeText at={at} form="minute" />
              </li>
            ))}
          </ul>
        </>
      )}
      {mayChange && (
        <StartChoice owner={{ kind: 'TASK', id: taskId, config }} environmentId={task.workspace?.environment?.id} trigger={trigger} />
      )}
    </Card>
  );
}
