/** The actions on runs: those on selected runs, a run with the values of another one, and the start of a task. */
import { useNavigate } from '@tanstack/react-router';
import { api, useChange } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { BulkAction } from '../../ui/bulk-dialog.tsx';
import { runMessages } from './messages.ts';
import type { Run } from './read-runs.ts';
import { isLive } from './run-status.tsx';

/** The actions of the list: to start ended runs of tasks again, and to stop others. */
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
      call: startRunAgain,
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

/**
 * Starts the task of a run with the values and the context of that run. The secrets are those of the task: the server tells no value of a secret. Rejects
 * if the server refuses it.
 */
export async function startRunAgain({ id, taskId = '' }: Run): Promise<void> {
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
