/** The actions on runs: those on selected ones, and the start of one. */
import { useNavigate } from '@tanstack/react-router';
import { api, useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { BulkAction } from '../../ui/bulk-dialog.tsx';
import { runMessages } from './messages.ts';
import type { Run } from './read-runs.ts';
import { isLive } from './run-status.tsx';

/** Starts ended runs of tasks again, and stops others. */
export function useRunActions(): readonly BulkAction<Run>[] {
  const text = useText(runMessages);
  return [
    {
      id: 'again',
      label: text('runAgain'),
      icon: 'again',
      title: (count) => text('againTitle', { count }),
      hint: text('againHint'),
      isFor: ({ status, taskId }) => taskId !== undefined && !isLive(status),
      call: startAgain,
    },
    {
      id: 'stop',
      label: text('stop'),
      icon: 'stop',
      tone: 'danger',
      title: (count) => text('stopManyTitle', { count }),
      hint: text('stopManyHint'),
      isFor: ({ status }) => isLive(status),
      call: ({ id, taskId }) =>
        taskId === undefined
          ? api.call('DELETE /processing/executions/plans/{planExecutionId}', { path: { planExecutionId: id } })
          : api.call('DELETE /processing/executions/{executionId}', { path: { executionId: id } }),
    },
  ];
}

/** Starts a run with the values and the context of another one. Its secrets are those of the task: the server tells no value of a secret. */
async function startAgain({ id, taskId = '' }: Run): Promise<void> {
  const { body } = await api.call('GET /processing/executions/{executionId}/explanation', { path: { executionId: id } });
  const { parameters, contextName } = body;
  await api.call('POST /processing/executions', {
    body: { executable: taskId, parameters, ...(contextName !== undefined && { contextName }) },
  });
}

/** Returns the change that starts a run of a task, and then opens its page. */
export function useStartRun(notice: string) {
  const navigate = useNavigate();
  return useChange('POST /processing/executions', {
    refreshes: ['POST /monitoring/observability/executions/search'],
    notice,
    onDone: ({ executionId }) => void navigate({ to: '/runs/$executionId', params: { executionId } }),
  });
}
