import { addressLabel, type EstateAddress } from '../model/address.ts';
import { forEachOf } from '../model/site.ts';
import { hasFields } from '../model/places.ts';
import { listAt, objectAt, textAt } from './answer-fields.ts';
import { addImportedObject, reportFields, type ImportRun } from './import-run.ts';

/** Versions of artifacts that were read: the version that files name, and the types of the parameters. */
export type ReadVersions = ReadonlyMap<string, { version: string; types: ReadonlyMap<string, string> }>;

/** The key of a version in `ReadVersions`. */
export const versionKey = (artifactId: string, version: string): string => `${artifactId} ${version}`;

const WHOLE = /^\d{1,9}\.\d{1,9}\.\d{1,9}\.\d{14}$/;
const KNOWN = [
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
export async function readVersions(run: ImportRun, wanted: readonly { artifactId: string; version: string }[]): Promise<ReadVersions> {
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
    reportFields(run, address, fields, KNOWN);
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
