import type { Schema } from '@millrace/contract';
import { readPages } from '../../pages.ts';
import type { EstateFields, FileShape } from '../model/kind.ts';
import { forEachOf, type Site } from '../model/site.ts';

/** The field of the files of tasks and plans that an operation of its own sets. */
export const PAUSE_FIELD = { pause: { $ref: '#/components/schemas/PauseRequest' } };

/**
 * The fields that files of tasks and plans leave out: ids and addresses that the server gives, which may be secrets, fields without
 * effect, and the order for a new address, which each apply would repeat.
 */
export const OMITTED_OF_EXECUTABLES: readonly string[] = [
  'workspaceId',
  'pause.user',
  'pause.userType',
  'pause.pauseDate',
  'runConfig.trigger.webhook.url',
  'runConfig.trigger.webhook.newUrl',
];

/** The fields that files of tasks and plans may leave out: without a trigger, the task or plan starts by hand or by its schedule. */
export const OPTIONAL_OF_EXECUTABLES: NonNullable<FileShape['optional']> = ['runConfig.trigger'];

/**
 * The run configuration as files have it, without what the server decides: a trigger MULTIPLE, a trigger MANUAL without further fields, and the URL of a
 * webhook, which is a secret.
 */
export function fileRunConfig(config: EstateFields & { trigger: Schema<'Trigger'> }): EstateFields {
  const { trigger, ...rest } = config;
  if (trigger.type === 'MULTIPLE' || (trigger.type === 'MANUAL' && Object.keys(trigger).length === 1)) return rest;
  if (!trigger.webhook) return { ...rest, trigger };
  const { url: _, ...webhook } = trigger.webhook;
  return { ...rest, trigger: { ...trigger, webhook } };
}

/** The pause as files have it; undefined where there is none. */
export const filePause = (details: Schema<'PauseDetails'> | undefined): EstateFields | undefined =>
  details?.pause ? { pause: true, pauseContext: details.pauseContext } : undefined;

/** The trigger to send: that of the file, or the one that keeps a bound schedule, or none. */
export const requestTrigger = (config: EstateFields, hasSchedule: boolean): Schema<'TriggerRequest'> =>
  (config['trigger'] as Schema<'TriggerRequest'> | undefined) ?? { type: hasSchedule ? 'MULTIPLE' : 'MANUAL' };

/**
 * The fields of a trigger that stay as the server has them where a file leaves them out. The server fills in the day, and the account of a webhook.
 */
export const FILLED_OF_EXECUTABLES: readonly string[] = [
  'runConfig.trigger.startDate',
  'runConfig.trigger.startTime',
  'runConfig.trigger.timeZone',
  'runConfig.trigger.webhook.runAsUser',
  'runConfig.trigger.webhook.runAsUserType',
];

const tasksOf = new WeakMap<Site, Promise<Schema<'Task'>[]>>();
const versionsOf = new WeakMap<Site, Map<string, Promise<Schema<'ArtifactVersion'>>>>();

/** Reads the tasks of the site once: artifacts need them, too. */
export function readTasks(site: Site): Promise<Schema<'Task'>[]> {
  const read = tasksOf.get(site) ?? readAll(site);
  tasksOf.set(site, read);
  return read;
}

async function readAll(site: Site): Promise<Schema<'Task'>[]> {
  const pages = await forEachOf(site.known('environment'), (environment) => {
    const environmentId = site.idOf(environment);
    return readPages(site.client, 'GET /orchestration/executables/tasks', { query: { environmentId } });
  });
  const listed = pages.flatMap(({ items }) => items);
  return forEachOf(
    listed,
    async ({ executable }) =>
      (await site.client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: executable } })).body,
  );
}

/** Reads a version of an artifact once. */
export function readVersion(site: Site, artifactId: string, version: string): Promise<Schema<'ArtifactVersion'>> {
  const versions = versionsOf.get(site) ?? new Map<string, Promise<Schema<'ArtifactVersion'>>>();
  versionsOf.set(site, versions);
  const key = `${artifactId} ${version}`;
  const path = { artifactId, version };
  const read =
    versions.get(key) ??
    site.client.call('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path }).then(({ body }) => body);
  versions.set(key, read);
  return read;
}
