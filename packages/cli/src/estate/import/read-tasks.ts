import { isSecretType } from '@millrace/contract/parameters';
import { looksSecret } from '@millrace/contract/secret-signs';
import { addressLabel, type EstateAddress } from '../model/address.ts';
import type { EstateFields } from '../model/kind.ts';
import { forEachOf } from '../model/site.ts';
import { hasFields, HiddenValue } from '../model/places.ts';
import { idIn, listAt, objectAt, textAt, textEntries } from './answer-fields.ts';
import { addImportedObject, idOrReport, type ImportRun, reportFields, workspaceOfEntry } from './import-run.ts';
import { importedPause, runConfigOf } from './run-settings.ts';

/** Versions of artifacts that were read: the version that files name, and the types of the parameters. */
type ReadVersions = ReadonlyMap<string, { version: string; types: ReadonlyMap<string, string> }>;

/** The key of a version in `ReadVersions`. */
const versionKey = (artifactId: string, version: string): string => `${artifactId} ${version}`;

const WHOLE = /^\d{1,9}\.\d{1,9}\.\d{1,9}\.\d{14}$/;
const VERSION_FIELDS = [
  'id',
  'name',
  'version',
  'type',
  'description',
  'repository',
  'marketplaceProduct',
  'parameters',
  'workspace',
  'publisher',
  'publisherType',
  'createDate',
];

/** Reads versions of artifacts. Each gets a file; its bundle has to come from the place where it was built. */
async function readVersions(run: ImportRun, wanted: readonly { artifactId: string; version: string }[]): Promise<ReadVersions> {
  run.progress('versions of artifacts');
  const unique = [...new Map(wanted.map((version) => [versionKey(version.artifactId, version.version), version])).values()];
  const read = await forEachOf(unique, async ({ artifactId, version }) => {
    const artifact = run.addresses.get(artifactId);
    if (!artifact) return [];
    const label = `artifact version ${artifact.names.join('/')}/${version}`;
    const route = 'GET /orchestration/artifacts/{artifactId}/versions/{version}';
    const answer = await run.source.read(route, { path: { artifactId, version } }, label);
    if (!hasFields(answer))
      run.report.add(
        'answers',
        label,
        'The version could not be read. Its file has the name and the number only.',
        'Nothing, if you have the bundle: the rest is read from it.',
      );
    return [{ key: versionKey(artifactId, version), artifact, version, fields: hasFields(answer) ? answer : {} }];
  });
  const found = new Map<string, { version: string; types: ReadonlyMap<string, string> }>();
  const used = new Set<string>();
  for (const { key, artifact, version, fields } of read.flat().toSorted((first, second) => (first.key < second.key ? -1 : 1))) {
    const fileVersion = wholeVersion(run, artifact, version, textAt(fields, 'createDate'));
    const address: EstateAddress = { noun: 'artifact version', names: [...artifact.names, fileVersion] };
    found.set(key, { version: fileVersion, types: typesOf(fields) });
    if (used.has(addressLabel(address))) continue;
    used.add(addressLabel(address));
    reportFields(run, address, fields, VERSION_FIELDS);
    const repository = objectAt(fields, 'repository');
    const type = textAt(fields, 'type')?.toLowerCase();
    addImportedObject(run, address, key, {
      name: artifact.names.at(-1),
      version: fileVersion,
      type,
      description: fields['description'],
      repository,
      marketplaceProduct: fields['marketplaceProduct'],
    });
  }
  return found;
}

const typesOf = (fields: unknown): Map<string, string> =>
  new Map(
    listAt(fields, 'parameters').flatMap((parameter) =>
      textAt(parameter, 'name') === undefined ? [] : [[textAt(parameter, 'name') ?? '', textAt(parameter, 'type') ?? '']],
    ),
  );

/** Files need `x.y.z` and the time of the publication: without the time, each apply would publish another version. */
function wholeVersion(run: ImportRun, artifact: EstateAddress, version: string, createDate: string | undefined): string {
  if (WHOLE.test(version)) return version;
  const [major = '0', minor = '0', patch = '0'] = /^[\d.]+/.exec(version)?.[0].split('.').filter(Boolean) ?? [];
  const time = /\d{14}$/.exec(version)?.[0] ?? (createDate ?? '').replaceAll(/\D/g, '').slice(0, 14).padEnd(14, '0');
  const written = `${[major, minor, patch].map((part) => part.slice(0, 9)).join('.')}.${time}`;
  run.report.add(
    'names',
    addressLabel(artifact),
    `Its version ${version} is written as ${written}: files need \`x.y.z\` and the time of the publication.`,
    'Nothing: tasks of the files name the same version.',
  );
  return written;
}

type FoundTask = { id: string; address: EstateAddress; task: EstateFields; config: unknown };

const TASK_FIELDS = [
  'secretParameters',
  'id',
  'executable',
  'name',
  'description',
  'workspace',
  'workspaceId',
  'environmentId',
  'version',
  'artifact',
  'artifactId',
  'tags',
  'connections',
  'parameters',
  'resources',
  'autoUpgradeInfo',
  'taskPauseDetails',
  'runtime',
  'createDate',
  'updateDate',
  'author',
  'authorType',
];

/** Adds the tasks of all environments to the import, and the versions of artifacts that they run beside the newest ones. */
export async function readTasksOfAccount(run: ImportRun, newest: ReadonlyMap<string, string>): Promise<void> {
  const listed = await readOfEnvironments(run, 'GET /orchestration/executables/tasks', 'tasks');
  const details = await forEachOf(listed, async (entry) => {
    const id = idOrReport(run, 'task', entry);
    if (id === undefined) return [];
    const label = `task ${textAt(entry, 'name') ?? id}`;
    const task = await run.source.read('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: id } }, label);
    if (!hasFields(task)) {
      run.report.add(
        'leftOut',
        label,
        'The task could not be read, though the list has it.',
        'Import again; if it is missing then, too, write the file by hand.',
      );
      return [];
    }
    const config = await run.source.read('GET /orchestration/executables/tasks/{taskId}/run-config', { path: { taskId: id } }, label);
    if (textAt(hasFields(config) ? config['trigger'] : undefined, 'type') === 'MULTIPLE') run.scheduled.add(id);
    // Fields that one of the answers leaves out are often in the other one.
    return [{ id, task: { ...entry, ...withoutEmptyValues(task) }, config }];
  });
  const found = details.flat().flatMap(({ id, task, config }): FoundTask[] => {
    const workspace = workspaceOfEntry(run, 'task', task);
    return workspace ? [{ id, task, config, address: run.names.takeAddress('task', workspace.names, textAt(task, 'name'), id) }] : [];
  });
  const used = found.map(({ task }) => ({ artifactId: idIn(task['artifact']) ?? '', version: textAt(task['artifact'], 'version') ?? '' }));
  const versions = await readVersions(run, [
    ...[...newest].map(([artifactId, version]) => ({ artifactId, version })),
    ...used.filter(({ artifactId, version }) => artifactId !== '' && version !== ''),
  ]);
  for (const task of found) addImportedObject(run, task.address, task.id, fieldsOfTask(run, task, versions));
}

const withoutEmptyValues = (fields: EstateFields): EstateFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

/** Reads a list of each environment, and joins them. */
export async function readOfEnvironments(
  run: ImportRun,
  route: 'GET /orchestration/executables/tasks' | 'GET /orchestration/executables/plans' | 'GET /orchestration/schedules',
  objects: string,
): Promise<Record<string, unknown>[]> {
  run.progress(objects);
  const environments = run.objects.filter(({ address }) => address.noun === 'environment');
  const lists = await forEachOf(environments, ({ id, address }) =>
    run.source.readPages(route, { environmentId: id }, `${objects} of ${address.names.join('/')}`),
  );
  const unique = new Map(lists.flat().map((entry) => [idIn(entry) ?? JSON.stringify(entry), entry]));
  return [...unique.values()].toSorted((first, second) => ((idIn(first) ?? '') < (idIn(second) ?? '') ? -1 : 1));
}

function fieldsOfTask(run: ImportRun, { task, address, config }: FoundTask, versions: ReadVersions): EstateFields {
  reportFields(run, address, task, TASK_FIELDS);
  const artifactId = idIn(task['artifact']) ?? '';
  const read = versions.get(versionKey(artifactId, textAt(task['artifact'], 'version') ?? ''));
  const info = objectAt(task, 'autoUpgradeInfo');
  const runConfig = runConfigOf(run, address, config);
  if (!runConfig)
    run.report.add(
      'starts',
      addressLabel(address),
      'It has no run configuration, or none that could be read.',
      'Set where and when it runs with `millrace task config`, or in its file.',
    );
  return {
    name: address.names.at(-1),
    description: task['description'],
    artifact: { id: artifactId, version: read?.version },
    tags: textEntries(listAt(task, 'tags')),
    parameters: {
      ...parametersOf(run, address, objectAt(task, 'parameters') ?? {}, read?.types ?? new Map()),
      // Another Millrace shows only the names of secrets.
      ...Object.fromEntries(textEntries(listAt(task, 'secretParameters')).map((key) => [key, new HiddenValue(key)])),
    },
    connections: objectAt(task, 'connections'),
    resources: objectAt(task, 'resources'),
    autoUpgradeInfo: info && {
      autoUpgradable: info['autoUpgradable'],
      overrideWithDefaultParameters: info['overrideWithDefaultParameters'],
    },
    runConfig,
    pause: importedPause(task['taskPauseDetails']),
  };
}

/** Files have texts. Parameters that the artifact declares as secret become placeholders; so do those that look like secrets. */
function parametersOf(run: ImportRun, address: EstateAddress, parameters: EstateFields, types: ReadonlyMap<string, string>): EstateFields {
  const given = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    given.map(([key, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      const isGuess = !isSecretType(types.get(key)) && looksSecret(key, text);
      if (isGuess)
        run.report.add(
          'secrets',
          addressLabel(address),
          `The artifact does not declare the parameter ${key} as secret, but it looks like one. The file has a placeholder.`,
          'If it is not a secret, write its value into the file.',
        );
      if (isGuess || isSecretType(types.get(key))) return [key, new HiddenValue(key)];
      return [key, text];
    }),
  );
}
