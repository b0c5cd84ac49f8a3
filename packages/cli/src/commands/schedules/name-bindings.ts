import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';

import { namePlans } from '../plan-executions/step-names.ts';
import { nameTasks } from '../tasks/name-tasks.ts';

type Bound = Pick<Schema<'Schedule'>, 'executableId' | 'executableType'>;

/** Reads what schedules start: the kind and the name of a task or plan; an empty text where a schedule is not bound. */
export async function nameBindings(client: Client, schedules: readonly Bound[]): Promise<(schedule: Bound) => string> {
  const idsOf = (type: 'TASK' | 'PLAN'): string[] =>
    schedules.flatMap(({ executableId, executableType }) => (executableId !== undefined && executableType === type ? [executableId] : []));
  const [taskOf, planOf] = [await nameTasks(client, idsOf('TASK')), await namePlans(client, idsOf('PLAN'))];
  return ({ executableId, executableType }) => {
    if (executableId === undefined) return '';
    return executableType === 'PLAN' ? `plan ${planOf(executableId)}` : `task ${taskOf(executableId)}`;
  };
}
