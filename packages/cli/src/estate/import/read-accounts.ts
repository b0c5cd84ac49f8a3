import { RIGHTS } from '@millrace/contract';
import { addressKey, addressLabel, type EstateAddress } from '../model/address.ts';
import { forEachOf } from '../model/site.ts';
import { idIn, listAt, objectAt, textAt, textEntries } from './answer-fields.ts';
import { addImportedObject, idOrReport, type ImportRun } from './import-run.ts';

/** Reads the names of users and service accounts into the import, by their ids. */
export async function readAccounts(run: ImportRun): Promise<void> {
  run.progress('users and service accounts');
  const { source, users, serviceAccounts } = run;
  const people = await source.readNumbered('GET /account/users');
  for (const person of people) addName(users, idIn(person), textAt(person, 'login'));
  // Published services list users without their ids there.
  if (people.length > 0 && users.size === 0)
    for (const person of await source.readScim('GET /scim/v2/Users'))
      addName(users, idIn(person), textAt(person, 'userName') ?? textAt(objectAt(person, 'objectNode'), 'userName'));
  for (const account of await source.readList('GET /account/service-accounts'))
    addName(serviceAccounts, idIn(account), textAt(account, 'name'));
}

const addName = (names: Map<string, string>, id: string | undefined, name: string | undefined): void => {
  if (id !== undefined && name !== undefined) names.set(id, name);
};

/** Reads the rights of users and service accounts on the workspaces. Adds them to the import, and reports those that cannot be taken. */
export async function readAccountRights(run: ImportRun): Promise<void> {
  run.progress('rights');
  const { source, users, serviceAccounts } = run;
  addRights(run, 'user', users, await source.readList('GET /security/permissions'));
  addRights(run, 'service account', serviceAccounts, await source.readList('GET /security/service-accounts/permissions'));
}

function addRights(
  run: ImportRun,
  noun: 'user' | 'service account',
  accounts: ReadonlyMap<string, string>,
  entries: readonly Record<string, unknown>[],
): void {
  const { report, targetServer, addresses } = run;
  const known = noun === 'user' ? targetServer?.users : targetServer?.serviceAccounts;
  const seen = new Set<string>();
  for (const entry of entries) {
    const [workspaceId = '', accountId = ''] = [textAt(entry, 'workspaceId'), textAt(entry, 'userId') ?? textAt(entry, 'serviceAccountId')];
    const workspace = addresses.get(workspaceId);
    const rights = textEntries(listAt(entry, 'permissions'));
    if (!workspace || rights.length === 0) continue;
    const name = accounts.get(accountId);
    for (const right of rights)
      if (right !== 'EXECUTOR' && !RIGHTS.some((known) => known === right))
        report.add(
          'accounts',
          `${noun} ${name ?? accountId}`,
          `The right ${right} on ${workspace.names.join('/')} does not exist here.`,
          'Check whether the other rights are enough.',
        );
    if (name === undefined) {
      report.add(
        'accounts',
        addressLabel(workspace),
        `The ${noun} ${accountId} has the rights ${rights.join(', ')}, but its name could not be read.`,
        `Give the token the permission to list accounts and import again, or use \`millrace permission\` here.`,
      );
      continue;
    }
    const owner = run.objects.find(({ id }) => id === workspaceId)?.fields['owner'];
    if (noun === 'user' && owner === name && RIGHTS.every((right) => rights.includes(right))) continue;
    if (known && !known.has(name)) {
      report.add(
        'accounts',
        `${noun} ${name}`,
        `The ${noun} does not exist on ${targetServer?.url ?? ''}: its rights (${rights.join(', ')} on ${workspace.names.join('/')}) have no file.`,
        `Create it (\`millrace ${noun.replace(' ', '-')} create\`) and import again.`,
      );
      continue;
    }
    if (!known)
      report.add(
        'accounts',
        `${noun} ${name}`,
        'Files name it, and your server could not be asked for it.',
        `Create it (\`millrace ${noun.replace(' ', '-')} create\`) before you apply, or remove its files of rights.`,
      );
    const address: EstateAddress = { noun: 'rights', names: [...workspace.names, noun, name] };
    // A list may have an account twice.
    if (seen.has(addressLabel(address))) continue;
    seen.add(addressLabel(address));
    addImportedObject(run, address, `${workspaceId}/${accountId}`, { [noun === 'user' ? 'user' : 'serviceAccount']: name, rights });
  }
}

/** Reads the addresses of engines, clusters and their run profiles into the import. They have no files of their own; other files refer to them by name. */
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
