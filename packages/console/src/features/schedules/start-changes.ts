/** Changes of the automatic start of a task or plan. */
import type { BodyOf, Route, Schema } from '@millrace/contract';
import { useChange } from '../../app/api.ts';

/** A task or plan, with its run configuration; undefined if it has none yet. */
export type StartOwner =
  | { kind: 'TASK'; id: string; config: Schema<'TaskRunConfig'> | undefined }
  | { kind: 'PLAN'; id: string; config: Schema<'PlanRunConfig'> | undefined };

/** A trigger in the form of a run configuration. */
export type OwnTrigger = BodyOf<'PUT /orchestration/executables/plans/{planId}/run-config'>['trigger'];

/** Routes whose answers depend on the automatic start. */
export const START_READS = [
  'GET /orchestration/executables/tasks/{taskId}/run-config',
  'GET /orchestration/executables/tasks/{taskId}/run-config/events',
  'GET /orchestration/executables/tasks/{taskId}/schedule',
  'POST /orchestration/executables/tasks/search',
  'GET /orchestration/executables/plans/{planId}/run-config',
  'GET /orchestration/executables/plans/{planId}/run-config/events',
  'GET /orchestration/executables/plans/{planId}/schedule',
  'GET /orchestration/schedules',
  'POST /orchestration/executables/events/search',
] as const satisfies readonly Route[];

/** A change of the automatic start. */
export type StartChange<Value> = { isPending: boolean; error: Error | null; run: (value: Value) => void };

/** Saves an own trigger. The other settings of the run configuration stay. */
export function useSaveTrigger({ kind, id, config }: StartOwner, onDone: () => void): StartChange<OwnTrigger> {
  const changeOptions = { refreshes: START_READS, onDone };
  const ofTask = useChange('PUT /orchestration/executables/tasks/{taskId}/run-config', changeOptions);
  const ofPlan = useChange('PUT /orchestration/executables/plans/{planId}/run-config', changeOptions);
  if (kind === 'PLAN')
    return {
      ...stateOf(ofPlan),
      run: (trigger) =>
        ofPlan.mutate({ path: { planId: id }, body: { trigger, parallelExecutionAllowed: config?.parallelExecutionAllowed ?? false } }),
    };
  const settings = config ?? { runtime: { type: 'CLOUD' } };
  return {
    ...stateOf(ofTask),
    run: (trigger) =>
      ofTask.mutate({
        path: { taskId: id },
        body: { ...settings, trigger } as BodyOf<'PUT /orchestration/executables/tasks/{taskId}/run-config'>,
      }),
  };
}

/** Binds the task or plan to a schedule, which then starts it. */
export function useBindSchedule({ kind, id }: StartOwner, onDone: () => void): StartChange<string> {
  const changeOptions = { refreshes: START_READS, onDone };
  const ofTask = useChange('PUT /orchestration/executables/tasks/{taskId}/schedule', changeOptions);
  const ofPlan = useChange('PUT /orchestration/executables/plans/{planId}/schedule', changeOptions);
  return kind === 'PLAN'
    ? { ...stateOf(ofPlan), run: (scheduleId) => ofPlan.mutate({ path: { planId: id }, body: { scheduleId } }) }
    : { ...stateOf(ofTask), run: (scheduleId) => ofTask.mutate({ path: { taskId: id }, body: { scheduleId } }) };
}

/** Removes the automatic start. */
export function useEndStarts({ kind, id }: StartOwner, onDone: () => void): StartChange<void> {
  const changeOptions = { refreshes: START_READS, onDone };
  const ofTask = useChange('DELETE /orchestration/executables/tasks/{taskId}/run-config', changeOptions);
  const ofPlan = useChange('DELETE /orchestration/executables/plans/{planId}/run-config', changeOptions);
  return kind === 'PLAN'
    ? { ...stateOf(ofPlan), run: () => ofPlan.mutate({ path: { planId: id } }) }
    : { ...stateOf(ofTask), run: () => ofTask.mutate({ path: { taskId: id } }) };
}

const stateOf = ({ isPending, error }: { isPending: boolean; error: Error | null }) => ({ isPending, error });
