import { MillraceError } from '@millrace/client';

import { addressLabel } from './model/address.ts';
import type { EstateKind, EstateObject } from './model/kind.ts';
import { forEachOf, type Site } from './model/site.ts';
import { ESTATE_KINDS, fileSchema } from './kinds.ts';
import { normalFields } from './normalize.ts';
import { HiddenReference, withNames } from './references.ts';

/** The objects of a server, in the form of files. `unreadable` has the kinds that the caller must not read, with the reasons. */
export type SiteContent = { objects: EstateObject[]; unreadable: Map<string, string> };

/** Reads everything that files can describe. Adds the addresses of all objects to the site; kinds that the caller may not read are left out. */
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

type Runtime = { id: string; name: string; workspace?: { environment?: { id: string } | undefined } | undefined };
type ReadProfiles = (id: string) => Promise<{ body: readonly { id: string; name: string }[] }>;

/** Adds engines, clusters and their run profiles to the site. A caller that may not list them can still apply files that name none. */
export async function nameRuntimes(site: Site): Promise<void> {
  const { client } = site;
  const ignore = (): void => undefined;
  const environments = new Map(site.known('environment').map((address) => [site.idOf(address), address.names[0] ?? '']));
  const nameAll = async (noun: 'engine' | 'cluster', runtimes: Promise<{ body: readonly Runtime[] }>, readProfiles: ReadProfiles) => {
    const read = await unlessForbidden(runtimes, ignore);
    await forEachOf(read?.body ?? [], async ({ id, name, workspace }) => {
      const environment = environments.get(workspace?.environment?.id ?? '');
      if (environment === undefined) return;
      site.add({ noun, names: [environment, name] }, id);
      const profiles = await unlessForbidden(readProfiles(id), ignore);
      for (const profile of profiles?.body ?? []) site.add({ noun: 'run profile', names: [environment, name, profile.name] }, profile.id);
    });
  };
  await nameAll('engine', client.call('GET /processing/runtimes/remote-engines'), (engineId) =>
    client.call('GET /processing/runtimes/remote-engines/{engineId}/run-profiles', { path: { engineId } }),
  );
  await nameAll('cluster', client.call('GET /processing/runtimes/remote-engine-clusters'), (clusterId) =>
    client.call('GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles', { path: { clusterId } }),
  );
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
