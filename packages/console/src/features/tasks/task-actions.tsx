/** The actions for a task. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DeleteTask } from './delete-task.tsx';
import { taskMessages } from './messages.ts';
import { PauseTask } from './pause-task.tsx';
import { RunWithValues } from './run-with-values.tsx';

/** The buttons Run now or Resume, and a menu with: run with other values, pause, delete. */
export function TaskActions({ task }: { task: Schema<'Task'> }): ReactNode {
  const text = useText(taskMessages);
  const navigate = useNavigate();
  const mayChange = useMay('SVC_OPERATOR');
  const [open, setOpen] = useState<'run' | 'pause' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const isPaused = task.taskPauseDetails?.pause === true;
  const run = useChange('POST /processing/executions', {
    refreshes: ['POST /monitoring/observability/executions/search'],
    notice: text('accepted'),
    onDone: ({ executionId }) => void navigate({ to: '/runs/$executionId', params: { executionId } }),
  });
  const resume = useChange('PUT /orchestration/executables/tasks/{taskId}/pause', {
    refreshes: ['GET /orchestration/executables/tasks/{taskId}', 'POST /orchestration/executables/tasks/search'],
    notice: text('resumedNow'),
  });
  const error = run.error ?? resume.error;
  return (
    <>
      {mayChange && isPaused && (
        <ActionButton
          tone="main"
          isPending={resume.isPending}
          onPress={() => resume.mutate({ path: { taskId: task.id }, body: { pause: false } })}
        >
          {text('resume')}
        </ActionButton>
      )}
      <ActionButton
        tone={isPaused ? 'plain' : 'main'}
        icon="play"
        isPending={run.isPending}
        onPress={() => run.mutate({ body: { executable: task.id } })}
      >
        {text('runNow')}
      </ActionButton>
      <ActionMenu button={<IconButton label={text('moreActions')} icon="more" />} label={text('moreActions')}>
        <MenuAction onAction={() => setOpen('run')}>{text('runWith')}</MenuAction>
        {mayChange && !isPaused && <MenuAction onAction={() => setOpen('pause')}>{text('pause')}</MenuAction>}
        {mayChange && <MenuAction onAction={() => setOpen('delete')}>{text('delete')}</MenuAction>}
      </ActionMenu>
      <ErrorNote error={error} />
      {open === 'run' && <RunWithValues task={task} onClose={close} />}
      {open === 'pause' && <PauseTask task={task} onClose={close} />}
      {open === 'delete' && <DeleteTask task={task} onClose={close} />}
    </>
  );
}
