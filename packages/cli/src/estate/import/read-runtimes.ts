import { addressKey, addressLabel, type EstateAddress } from '../model/address.ts';
import { forEachOf } from '../model/site.ts';
import { idIn, objectAt, textAt } from './answer-fields.ts';
import { idOrReport, type ImportRun } from './import-run.ts';

/** Reads the names of engines, clusters and their run profiles. They have no files of their own; other files refer to them by name. */
export async function readRuntimes(run: ImportRun): Promise<void> {
  run.progress('engines');
  const { source } = run;
  const engines = await source.readList('GET /processing/runtimes/remote-engines');
  await forEachOf(engines, (entry) =>
    addAddresses(run, 'engine', entry, (engineId) =>
      source.readList('GET /processing/runtimes/remote-engines/{engineId}/run-profiles', { path: { engineId } }, 'run profiles of engines'),
    ),
  );
  const clusters = await source.readList('GET /processing/runtimes/remote-engine-clusters');
  await forEachOf(clusters, (entry) =>
    addAddresses(run, 'cluster', entry, (clusterId) =>
      source.readList(
        'GET /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles',
        { path: { clusterId } },
        'run profiles of clusters',
      ),
    ),
  );
}

async function addAddresses(
  run: ImportRun,
  noun: 'engine' | 'cluster',
  entry: Record<string, unknown>,
  readProfiles: (id: string) => Promise<Record<string, unknown>[]>,
): Promise<void> {
  const id = idOrReport(run, noun, entry);
  const environment = run.addresses.get(idIn(objectAt(objectAt(entry, 'workspace'), 'environment')) ?? '');
  const name = textAt(entry, 'name');
  if (id === undefined || !environment || name === undefined) return;
  const address: EstateAddress = { noun, names: [...environment.names, name] };
  run.addresses.set(id, address);
  const runtimeId = textAt(entry, 'runtimeId');
  if (runtimeId !== undefined) run.addresses.set(runtimeId, address);
  for (const profile of await readProfiles(id)) {
    const [profileId, profileName] = [idIn(profile), textAt(profile, 'name')];
    if (profileId !== undefined && profileName !== undefined)
      run.addresses.set(profileId, { noun: 'run profile', names: [...address.names, profileName] });
  }
}

const CREATION = { engine: 'millrace engine pair', cluster: 'millrace cluster create', 'run profile': 'millrace run-profile create' };

/** Reports an engine, cluster or run profile that a task uses and that the server does not have, or may not have. */
export function reportRuntime(run: ImportRun, address: EstateAddress): void {
  if (run.targetServer?.engines?.has(addressKey(address))) return;
  const { noun } = address;
  const creation = CREATION[noun as keyof typeof CREATION];
  const reason = run.targetServer?.engines ? `${run.targetServer.url} does not have it.` : 'Your server could not be checked for it.';
  run.report.add(
    'engines',
    addressLabel(address),
    `Files name this ${noun}, and do not create it. ${reason}`,
    `Create it before you apply: its environment by \`millrace environment create\`, then \`${creation}\`. Or name another ${noun} in the files.`,
  );
}
