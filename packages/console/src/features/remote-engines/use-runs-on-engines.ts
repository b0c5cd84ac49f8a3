/** The executions on the engines of an environment. */
import type { Schema } from '@millrace/contract';
import { useRecentRuns, type Run } from '../task-executions/use-runs.ts';

/** The executions of an engine among the newest 200 of the environment that the account sees; undefined until they are read. */
export function useRunsOnEngines(environmentId: string): ((engine: Pick<Schema<'Engine'>, 'id' | 'runtimeId'>) => Run[]) | undefined {
  const { data } = useRecentRuns(environmentId, {
    status: ['DISPATCHING_FLOW', 'STARTING_FLOW_EXECUTION', 'STOPPING_FLOW_EXECUTION'],
  });
  return data && (({ id, runtimeId }) => data.filter(({ engineId }) => engineId === id || engineId === runtimeId));
}
