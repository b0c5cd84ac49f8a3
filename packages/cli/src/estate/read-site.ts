import { MillraceError } from '@millrace/client';

import { addressLabel, type EstateKind, type EstateObject, forEachOf, type Site } from './model/kind.ts';
import { ESTATE_KINDS, fileSchema } from './kinds.ts';
import { normalFields } from './normalize.ts';
import { HiddenReference, withNames } from './references.ts';

/** The objects of a server, in the form of files. `unreadable` has the kinds that the caller must not read, with the reasons. */
export type SiteContent = { objects: EstateObject[]; unreadable: Map<string, string> };

/** Reads everything that files can describe. */
export async function readSite(site: Site): Promise<SiteContent> {
  const unreadable = new Map<string, string>();
  const read: { kind: EstateKind; object: EstateObject }[] = [];
  for (const kind of ESTATE_KINDS) {
    const objects = await unlessForbidden(kind.read(site), (message) => unreadable.set(kind.noun, message));
    for (const object of objects ?? []) {
      site.add(object.address, object.id);
      read.push({ kind, object });
    }
    // Tasks refer to engines by name. The address of an engine contains its environment, so environments are read first.
    if (kind.noun === 'workspace') await nameRuntimes(site);
  }
  const objects = read.flatMap(({ kind, object }) => inFileForm(site, kind, object));
  return { objects, unreadable };
}

function inFileForm(site: Site, kind: EstateKind, object: EstateObject): EstateObject[] {
  try {
    const fields = withNames(kind, object.fields, object.address, (id) => site.addressOf(id));
    return [{ ...object, fields: normalFields(kind, fileSchema(kind), fields) }];
  } catch (error) {
    if (!(error instanceof HiddenReference)) throw error;
    site.notes.push(`${addressLabel(object.address)} is left out. ${error.message}`);
    return [];
  }
}

/** Reads the names of engines, clusters and their run profiles. A caller that may not list them can still apply files that name none. */
export async function nameRuntimes(site: Site): Promise<void> {
  const { client } = site;
  const ignore = (): void => undefined;
  const engines = await unlessForbidden(client.call('GET /processing/runtimes/remote-engines'), ignore);
  const clusters = await unlessForbidden(client.call('GET /processing/runtimes/remote-engine-clusters'), ignore);
  const environments = new Map(site.known('environment').map((address) => [site.idOf(address), address.names[0] ?? '']));
  const environmentNameOf = <T extends { workspace?: { environment?: { id: string } | undefined } | undefined }>(
    record: T,
  ): string | undefined => environments.get(record.workspace?.environment?.id ?? '');
  await forEachOf(engines?.body ?? [], async (engine) => {
    const environment = environmentNameOf(engine);
    if (environment === undefined) return;
    site.add({ noun: 'engine', names: [environment, engine.name] }, engine.id);
    const path = { engineId: engine.id };
    const profiles = await unlessForbidden(
      client.call('GET /processing/runtimes/remote-engines/{engineId}/run-profiles', { path }),
      ignore,
    );
    for (const { id, name } of profiles?.body ?? []) site.add({ noun: 'run profile', names: [environment, engine.name, name] }, id);
  });
  await forEachOf(clusters?.body ?? [], async (cluster) => {
    const environment = environmentNameOf(cluster);
    if (environment === undefined) return;
    site.add({ noun: 'cluster', names: [environment, cluster.name] }, cluster.id);
    const path = { clusterId: cluster.id };
    const profiles = await unlessForbidden(
      client.call('GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', { path }),
      ignore,
    );
    for (const { id, name } of profiles?.body ?? []) site.add({ noun: 'run profile', names: [environment, cluster.name, name] }, id);
  });
}

async function unlessForbidden<T>(read: Promise<T>, onRefusal: (message: string) => void): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof MillraceError) || error.status !== 403) throw error;
    onRefusal(error.message);
    return undefined;
  }
}
