/** One task: its facts, its inputs, its automatic starts, and its runs. */
import type { ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRead } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { TaskDatasets } from '../lineage/task-datasets.tsx';
import { taskMessages } from './messages.ts';
import { NewerVersion } from './newer-version.tsx';
import { TaskActions } from './task-actions.tsx';
import { TaskFacts } from './task-facts.tsx';
import { TaskInputs } from './task-inputs.tsx';
import { LastTaskRuns } from './task-runs.tsx';
import { TaskStarts } from './task-starts.tsx';
import './task.css';

const route = getRouteApi('/tasks/$taskId');

/** The page. */
export function TaskPage(): ReactNode {
  const text = useText(taskMessages);
  const language = useLanguage();
  const zone = useZone();
  const { taskId } = route.useParams();
  const mayChange = useMay('SVC_OPERATOR');
  const { data: task, error } = useRead('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
  const { data: settings, isPending } = useRead('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId } });
  if (!task) return <ErrorNote error={error} />;
  const pause = task.taskPauseDetails?.pause ? task.taskPauseDetails : undefined;
  return (
    <>
      <PageHead
        title={task.name}
        aside={pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <StatusMark tone="good">{text('ready')}</StatusMark>}
      >
        {mayChange && (
          <Link to="/tasks/$taskId/edit" params={{ taskId }} className="button">
            {text('edit')}
          </Link>
        )}
        <TaskActions task={task} />
      </PageHead>
      {pause && (
        <div className="note">
          <p>
            {text('pausedBy', {
              user: pause.user ?? '–',
              time: pause.pauseDate === undefined ? '–' : timeText(pause.pauseDate, 'minute', language, zone),
            })}
          </p>
          {pause.pauseContext !== undefined && <p dir="auto">{pause.pauseContext}</p>}
        </div>
      )}
      <NewerVersion task={task} />
      <LastTaskRuns taskId={taskId} />
      <div className="card-pair">
        <TaskFacts task={task} settings={settings} />
        {!isPending && <TaskStarts task={task} config={settings} />}
      </div>
      <TaskInputs task={task} contextName={settings?.contextName ?? task.contextName} />
      <TaskDatasets taskId={taskId} />
    </>
  );
}
