import { Failure } from '../../failure.ts';
import { addressLabel } from '../model/address.ts';
import { idIn, objectAt, textAt } from './answer-fields.ts';
import { addImportedObject, idOrReport, type ImportRun, reportFields } from './import-run.ts';

/**
 * Adds the environments and workspaces to the import. An environment without a workspace cannot be created, so it is left out. Throws a `Failure` for an
 * unknown name of an environment.
 */
export async function readWorkspacesOfAccount(run: ImportRun): Promise<void> {
  const { source, report, names, addresses, environments: wanted } = run;
  run.progress('environments');
  const listed = await source.readList('GET /orchestration/environments');
  run.progress('workspaces');
  const workspaces = await source.readList('GET /orchestration/workspaces');
  // A token that may not list environments can still read the environments of its workspaces.
  const environments = listed.length > 0 ? listed : environmentsOf(workspaces);
  requireKnownNames(
    environments.flatMap((entry) => textAt(entry, 'name') ?? []),
    wanted,
  );
  const found = environments.flatMap((entry) => {
    const id = idOrReport(run, 'environment', entry);
    const name = textAt(entry, 'name');
    return id === undefined || !(wanted?.has(name ?? '') ?? true) ? [] : [{ id, name, entry }];
  });
  const addressed = found
    .toSorted(byId)
    .map((environment) => ({ ...environment, address: names.takeAddress('environment', [], environment.name, environment.id) }));
  for (const { id, address } of addressed) addresses.set(id, address);

  const inUse = new Set<string>();
  for (const { id, entry } of workspaces.flatMap((workspace) => withId(run, workspace)).toSorted(byId)) {
    const environmentId = idIn(objectAt(entry, 'environment')) ?? textAt(entry, 'environmentId') ?? '';
    const parent = addresses.get(environmentId);
    const name = textAt(entry, 'name');
    const environmentName = textAt(objectAt(entry, 'environment'), 'name');
    if (wanted && environmentName !== undefined && !wanted.has(environmentName)) continue;
    if (textAt(entry, 'type')?.toLowerCase() === 'personal') {
      report.add(
        'leftOut',
        `workspace ${name ?? id}`,
        'A personal workspace belongs to one person.',
        'Move what you need into another workspace, and import again.',
      );
      continue;
    }
    if (!parent) {
      report.add(
        'leftOut',
        `workspace ${environmentName ?? '?'}/${name ?? id}`,
        'Its environment is missing in the answer, or is one that files do not have, such as one for a dynamic engine.',
        'Create the environment and the workspace here, and move what it holds by hand.',
      );
      continue;
    }
    const address = names.takeAddress('workspace', parent.names, name, id);
    reportFields(run, address, entry, [
      'id',
      'name',
      'description',
      'owner',
      'ownerFullName',
      'type',
      'environment',
      'environmentId',
      'protectedArtifactUpdate',
      'createDate',
      'updateDate',
    ]);
    inUse.add(environmentId);
    const owner = textAt(entry, 'owner');
    const isKnown = owner !== undefined && run.targetServer?.users?.has(owner) === true;
    if (owner !== undefined && !isKnown)
      report.add(
        'accounts',
        addressLabel(address),
        `Its owner ${owner} ${run.targetServer?.users ? `does not exist on ${run.targetServer.url}` : 'could not be looked up on your server'}.`,
        'Create the user (`millrace user create`) and import again; until then, the account that applies the files owns the workspace.',
      );
    const { description, protectedArtifactUpdate } = entry;
    addImportedObject(run, address, id, { name: address.names[1], description, protectedArtifactUpdate, ...(isKnown && { owner }) });
  }
  for (const { id, entry, address } of addressed) {
    reportFields(run, address, entry, ['id', 'name', 'description', 'maxCloudContainers', 'default']);
    if (!inUse.has(id)) {
      report.add(
        'leftOut',
        addressLabel(address),
        'It has no workspace that can be taken, and an environment is created with one.',
        'Create it with `millrace environment create`, or give the token VIEW on its workspaces.',
      );
      continue;
    }
    const { description, maxCloudContainers } = entry;
    if (typeof maxCloudContainers === 'number' && maxCloudContainers > 0)
      report.add(
        'cloud',
        addressLabel(address),
        'Its number of cloud engines is taken, but starts no engine here.',
        'Start engines of your own (docs/engines.md).',
      );
    addImportedObject(run, address, id, { name: address.names[0], description, maxCloudContainers });
  }
  const dynamic = await source.readPages('POST /orchestration/dynamic-engine-environments/search');
  for (const entry of dynamic)
    if (wanted?.has(textAt(entry, 'name') ?? '') ?? true)
      report.add(
        'leftOut',
        `environment ${textAt(entry, 'name') ?? idIn(entry) ?? '?'}`,
        'Files do not have environments for dynamic engines, and nothing in them.',
        'Create it and its engine here (docs/kubernetes.md), and its tasks with the command line.',
      );
}

const withId = (run: ImportRun, entry: Record<string, unknown>): { id: string; entry: Record<string, unknown> }[] => {
  const id = idOrReport(run, 'workspace', entry);
  return id === undefined ? [] : [{ id, entry }];
};

const byId = (first: { id: string }, second: { id: string }): number => (first.id < second.id ? -1 : 1);

function requireKnownNames(known: readonly string[], wanted: ReadonlySet<string> = new Set()): void {
  for (const name of wanted)
    if (!known.includes(name))
      throw new Failure('notFound', `The account has no environment ${JSON.stringify(name)}. Known: ${known.join(', ') || 'none'}.`);
}

const environmentsOf = (workspaces: readonly Record<string, unknown>[]): Record<string, unknown>[] => [
  ...new Map(
    workspaces.flatMap((workspace) => {
      const environment = objectAt(workspace, 'environment');
      return environment ? [[idIn(environment), environment] as const] : [];
    }),
  ).values(),
];
