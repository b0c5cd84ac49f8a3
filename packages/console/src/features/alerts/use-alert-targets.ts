/** The objects that an alert rule can watch. */
import type { BodyOf } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useText } from '../../text/language.tsx';
import { alertMessages } from './messages.ts';

type AlertTarget = {
  id: string;
  name: string;
  targetFields: Pick<BodyOf<'POST /api/v1/alerts'>, 'taskId' | 'workspaceId' | 'environmentId' | 'engineId'>;
};

const MAX_TASKS = 100;

/** The targets for a condition: the environment of the page, its workspaces and tasks, or its engines. */
export function useAlertTargets(condition: string): AlertTarget[] {
  const text = useText(alertMessages);
  const { environment } = useEnvironment();
  const environmentId = environment?.id;
  const isOfEngine = condition === 'engine_lost';
  const enabled = environmentId !== undefined;
  const { data: workspaces = [] } = useRead(
    'GET /orchestration/workspaces',
    { query: { query: `environment.id==${environmentId}` } },
    { enabled: enabled && !isOfEngine },
  );
  const { data: tasks } = useRead(
    'GET /orchestration/executables/tasks',
    { query: { environmentId, limit: MAX_TASKS } },
    { enabled: enabled && !isOfEngine },
  );
  const { data: engines } = useRead('GET /processing/engines', {}, { enabled: isOfEngine });
  if (!environment) return [];
  const whole: AlertTarget = {
    id: environment.id,
    name: text('wholeEnvironment', { name: environment.name }),
    targetFields: { environmentId: environment.id },
  };
  if (isOfEngine)
    return [
      whole,
      ...(engines?.enginesInfo ?? []).map(({ id, name }) => ({ id, name: text('ofEngine', { name }), targetFields: { engineId: id } })),
    ];
  return [
    whole,
    ...workspaces.map(({ id = '', name = '' }) => ({ id, name: text('ofWorkspace', { name }), targetFields: { workspaceId: id } })),
    ...(tasks?.items ?? []).map(({ executable, name }) => ({
      id: executable,
      name: text('ofTask', { name }),
      targetFields: { taskId: executable },
    })),
  ];
}
