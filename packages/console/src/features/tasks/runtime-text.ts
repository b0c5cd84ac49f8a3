/** The runtimes of tasks, and their names. */
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { SEES_ENGINES } from '../../app/sections.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { Option } from '../../ui/choice-field.tsx';
import { taskMessages } from './messages.ts';

/** A runtime that a task can have (any engine, one engine, or a cluster), with the id for a `ChoiceField`. */
export type RuntimeOption = Option & { runtime: { type: 'CLOUD' | 'REMOTE_ENGINE' | 'REMOTE_ENGINE_CLUSTER'; id?: string } };

/** The id of a runtime in a list to choose from. */
export const runtimeKey = ({ type = 'CLOUD', id, engineId, clusterId }: Schema<'Runtime'>): string =>
  type === 'CLOUD' ? type : `${type} ${id ?? engineId ?? clusterId ?? ''}`;

/** All runtimes of the environment of the page. */
export function useRuntimeOptions(): readonly RuntimeOption[] {
  const text = useText(taskMessages);
  const { environment } = useEnvironment();
  const enabled = useMay(...SEES_ENGINES) && environment !== undefined;
  const filter = `environment.id==${environment?.id}`;
  const { data: engines = [] } = useRead('GET /processing/runtimes/remote-engines', { query: { query: filter } }, { enabled });
  const { data: clusters = [] } = useRead('GET /processing/runtimes/remote-engine-clusters', { query: { _s: filter } }, { enabled });
  const option = (type: 'REMOTE_ENGINE' | 'REMOTE_ENGINE_CLUSTER', id: string, name: string): RuntimeOption => ({
    id: runtimeKey({ type, id }),
    name,
    runtime: { type, id },
  });
  return [
    { id: 'CLOUD', name: text('anyEngine'), runtime: { type: 'CLOUD' } },
    ...engines.map(({ id, name }) => option('REMOTE_ENGINE', id, text('engineNamed', { name }))),
    ...clusters.map(({ id, name }) => option('REMOTE_ENGINE_CLUSTER', id, text('clusterNamed', { name }))),
  ];
}

/** The function that names the runtime of a task. */
export function useRuntimeName(): (runtime: Schema<'Runtime'> | undefined) => string {
  const names = new Map(useRuntimeOptions().map(({ id, name }) => [id, name]));
  return (runtime) => names.get(runtimeKey(runtime ?? {})) ?? runtime?.id ?? '–';
}
