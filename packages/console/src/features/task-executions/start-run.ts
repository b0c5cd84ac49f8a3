/** Starts runs of tasks. */
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';

/** Returns the change that starts a run of a task, and then opens its page. */
export function useStartRun(notice: string) {
  const navigate = useNavigate();
  return useChange('POST /processing/executions', {
    refreshes: ['POST /monitoring/observability/executions/search'],
    notice,
    onDone: ({ executionId }) => void navigate({ to: '/runs/$executionId', params: { executionId } }),
  });
}
