/** The link to a task or plan of which only the id is known. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { executableTarget } from '../../app/link-targets.ts';
import { NameLink } from '../../ui/links.tsx';

/** A task or a plan by its id. */
type ExecutableRef = Pick<Schema<'ExecutableEvent'>, 'id' | 'type'>;

/** The name of a task or plan; its id until the name is known. */
function useExecutableName({ id, type }: ExecutableRef): string {
  const isTask = type === 'TASK';
  const task = useRead('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } }, { enabled: isTask });
  const plan = useRead('GET /orchestration/executables/plans/{planId}', { path: { planId: id } }, { enabled: !isTask });
  return (isTask ? task.data?.name : plan.data?.name) ?? id;
}

/** A link to the task or plan, with its name. */
export function ExecutableLink({ executable: { id, type } }: { executable: ExecutableRef }): ReactNode {
  const name = useExecutableName({ id, type });
  return <NameLink {...executableTarget(type, id)} name={name} />;
}
