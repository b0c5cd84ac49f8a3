import type { BodyOf, Schema } from '@millrace/contract';

import type { EstateFields, EstateKind, EstateWrite } from '../model/kind.ts';
import { forEachOf, type Site } from '../model/site.ts';
import { HiddenValue } from '../model/places.ts';
import { ifFound } from '../../if-found.ts';
import {
  fileRunConfig,
  filePause,
  FILLED_OF_EXECUTABLES,
  OMITTED_OF_EXECUTABLES,
  OPTIONAL_OF_EXECUTABLES,
  PAUSE_FIELD,
  requestTrigger,
  readTasks,
} from './executables.ts';

/** Tasks with their run configuration and their pause. */
export const TASK_FILES: EstateKind = {
  noun: 'task',
  path: 'environments/*/workspaces/*/tasks/*.yaml',
  shape: {
    component: 'CreateTaskRequest',
    fields: {
      runConfig: { $ref: '#/components/schemas/TaskRunConfigRequest', description: 'When, where and how the task runs.' },
      ...PAUSE_FIELD,
    },
    omit: ['environmentId', ...OMITTED_OF_EXECUTABLES],
    optional: OPTIONAL_OF_EXECUTABLES,
  },
  // `withIds` replaces these in order. A run profile is found by the name of its engine in the same `runtime`, so it comes before that name becomes an id.
  references: [
    { at: 'runConfig.runtime.runProfileId', as: 'runProfile', noun: 'run profile' },
    { at: 'runConfig.runtime.id', as: 'name', noun: ({ type }) => (type === 'REMOTE_ENGINE_CLUSTER' ? 'cluster' : 'engine') },
    { at: 'artifact.id', as: 'name', noun: 'artifact' },
    { at: 'connections.*', noun: 'connection' },
    { at: 'resources.*', noun: 'resource' },
  ],
  keepsSecretsUnless: 'artifact.name',
  kept: ['runConfig', 'pause', ...FILLED_OF_EXECUTABLES],
  uncompared: ['pause.pauseContext'],
  normalize: ({ autoUpgradeInfo, ...rest }) => ({ ...rest, autoUpgradeInfo: onlyTrue(autoUpgradeInfo as EstateFields | undefined) }),
  needs: ({ artifact }, { names: [environment = '', workspace = ''] }) => {
    const { name, version } = artifact as { name: string | { workspace: string; name: string }; version: string };
    const artifactNames = typeof name === 'string' ? [workspace, name] : [name.workspace, name.name];
    return [{ noun: 'artifact version', names: [environment, ...artifactNames, version] }];
  },

  async read(site) {
    const tasks = await readTasks(site);
    const objects = await forEachOf(tasks, async (task) => {
      const workspaceAddress = site.addressOf(task.workspace?.id ?? '');
      if (!workspaceAddress) return [];
      const address = { noun: 'task' as const, names: [...workspaceAddress.names, task.name] };
      return [{ address, id: task.id, fields: await fieldsOf(site, task) }];
    });
    return objects.flat();
  },

  async create(site, write) {
    const { runConfig: _r, pause: _p, ...task } = write.body;
    const [environment = '', workspace = ''] = write.address.names;
    const environmentId = site.idOf({ noun: 'environment', names: [environment] });
    const workspaceId = site.idOf({ noun: 'workspace', names: [environment, workspace] });
    const body = { ...task, workspaceId, environmentId } as BodyOf<'POST /orchestration/executables/tasks'>;
    const { body: created } = await site.client.call('POST /orchestration/executables/tasks', { body });
    await setPauseAndRunConfig(site, created.id, write);
    return created.id;
  },

  async change(site, { id, fields }, write) {
    const { runConfig: _r, pause: _p, ...task } = write.body;
    if ([...write.changed].some((field) => field !== 'runConfig' && field !== 'pause')) {
      const body = {
        ...withRemovedFields(task, fields),
        parameters: withRemovedSecrets(task['parameters'], fields['parameters']),
      } as BodyOf<'PUT /orchestration/executables/tasks/{taskId}'>;
      await site.client.call('PUT /orchestration/executables/tasks/{taskId}', { path: { taskId: id }, body });
    }
    await setPauseAndRunConfig(site, id, write, fields);
  },

  remove: (site, { id }) => site.client.call('DELETE /orchestration/executables/tasks/{taskId}', { path: { taskId: id } }),
};

/** The server keeps these fields where a replacement leaves them out, so those that the file no longer has are sent as null. */
const withRemovedFields = (sent: EstateFields, before: EstateFields = {}): EstateFields => {
  const removed = ['contextName', 'retry'].filter((field) => before[field] !== undefined && sent[field] === undefined);
  return { ...sent, ...Object.fromEntries(removed.map((field) => [field, null])) };
};

/** The server keeps secrets that a replacement leaves out, so those that the file no longer has are sent as null. */
const withRemovedSecrets = (parameters: unknown, before: unknown): EstateFields => {
  const [sent, known] = [parameters ?? {}, before ?? {}] as [EstateFields, EstateFields];
  const removed = Object.keys(known).filter((key) => known[key] instanceof HiddenValue && !Object.hasOwn(sent, key));
  return { ...sent, ...Object.fromEntries(removed.map((key) => [key, null])) };
};

/** False is the same as absent: the server answers false where a task has not chosen. */
const onlyTrue = (info: EstateFields = {}): EstateFields => Object.fromEntries(Object.entries(info).filter(([, value]) => value === true));

async function fieldsOf(site: Site, task: Schema<'Task'>): Promise<EstateFields> {
  const {
    name,
    description,
    artifact,
    tags,
    parameters = {},
    secretParameters = [],
    connections,
    resources,
    contextName,
    autoUpgradeInfo,
    taskPauseDetails,
  } = task;
  const path = { taskId: task.id };
  const config = await ifFound(site.client.call('GET /orchestration/executables/tasks/{taskId}/run-config', { path }));
  const { runtime: { engineId: _e, clusterId: _c, ...runtime } = {}, ...rest } = config?.body ?? {};
  return {
    name,
    description,
    artifact: { id: artifact.id, version: artifact.version },
    tags,
    parameters: { ...parameters, ...Object.fromEntries(secretParameters.map((key) => [key, new HiddenValue(key)])) },
    connections,
    resources,
    contextName,
    autoUpgradeInfo,
    runConfig: config && fileRunConfig({ ...rest, runtime, trigger: config.body.trigger }),
    pause: filePause(taskPauseDetails),
  };
}

/** The pause comes first, so that a task whose trigger is due does not start before it. */
async function setPauseAndRunConfig(
  site: Site,
  taskId: string,
  { body: { runConfig, pause }, changed }: EstateWrite,
  before: EstateFields = {},
): Promise<void> {
  const path = { taskId };
  if (pause !== undefined && changed.has('pause'))
    await site.client.call('PUT /orchestration/executables/tasks/{taskId}/pause', { path, body: pause as Schema<'PauseRequest'> });
  if (runConfig === undefined || !changed.has('runConfig')) return;
  const schedule = await ifFound(site.client.call('GET /orchestration/executables/tasks/{taskId}/schedule', { path }));
  const trigger = requestTrigger(runConfig as EstateFields, schedule !== undefined);
  const fields = withRemovedFields(runConfig as EstateFields, before['runConfig'] as EstateFields | undefined);
  const body = { ...fields, trigger } as BodyOf<'PUT /orchestration/executables/tasks/{taskId}/run-config'>;
  await site.client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body });
}
