import type { Schema } from '@millrace/contract';

import { readPages } from '../../pages.ts';
import { forEachOf, type Site } from '../model/site.ts';

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
    return readPages(
      async (limit, offset) =>
        (await site.client.call('GET /orchestration/executables/tasks', { query: { environmentId, limit, offset } })).body,
    );
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
