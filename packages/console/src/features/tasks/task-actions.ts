/** The actions on selected tasks. */
import { api } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { BulkAction } from '../../ui/bulk-dialog.tsx';
import { taskMessages } from './messages.ts';
import type { ListedTask } from './task-columns.tsx';

const isPaused = ({ taskPauseDetails }: ListedTask): boolean => taskPauseDetails?.pause === true;

/** The actions of the list: to run, pause and resume tasks, and to move those that run an older version of their artifact. */
export function useTaskActions(isOutdated: (task: ListedTask) => boolean): readonly BulkAction<ListedTask>[] {
  const text = useText(taskMessages);
  const mayChange = useMay('SVC_OPERATOR');
  const run: BulkAction<ListedTask> = {
    id: 'run',
    label: text('runNow'),
    icon: 'play',
    title: (count) => text('runManyTitle', { count }),
    hint: text('runManyHint'),
    isFor: (task) => !isPaused(task),
    call: ({ executable }) => api.call('POST /processing/executions', { body: { executable } }),
  };
  if (!mayChange) return [run];
  /** What pauses tasks, or resumes them. */
  const pausing = (pause: boolean) => ({
    isFor: (task: ListedTask) => isPaused(task) !== pause,
    call: ({ executable }: ListedTask) =>
      api.call('PUT /orchestration/executables/tasks/{taskId}/pause', { path: { taskId: executable }, body: { pause } }),
  });
  return [
    run,
    {
      id: 'pause',
      label: text('pause'),
      icon: 'pause',
      title: (count) => text('pauseManyTitle', { count }),
      hint: text('pauseHint'),
      ...pausing(true),
    },
    {
      id: 'resume',
      label: text('resume'),
      title: (count) => text('resumeManyTitle', { count }),
      hint: text('resumeHint'),
      ...pausing(false),
    },
    {
      id: 'move',
      label: text('moveToNewest'),
      icon: 'artifacts',
      title: (count) => text('moveManyTitle', { count }),
      hint: text('moveManyHint'),
      isFor: isOutdated,
      call: ({ executable }) =>
        api.call('PATCH /orchestration/executables/tasks/{taskId}', {
          path: { taskId: executable },
          body: { latestArtifact: true, forceUpdate: true },
        }),
    },
  ];
}
