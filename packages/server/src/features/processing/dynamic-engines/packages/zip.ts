/** The two packages: zips of YAML files from the same values. */
import { buffer } from 'node:stream/consumers';
import { stringify } from 'yaml';
import { ZipFile } from 'yazl';
import { definitionObjects, engineObjects, environmentObjects } from './objects.ts';
import type { KubernetesObject } from './kubernetes.ts';
import { engineValues, environmentValues, type PackageFacts } from './values.ts';

/** The kinds of packages. */
export type PackageKind = 'manifest' | 'helm';

/**
 * Builds a package. The files of a manifest are in the order in which kubectl must apply them.
 * @rule dynamic-engines.generate.environments
 */
export function zipOf(kind: PackageKind, facts: PackageFacts): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of kind === 'helm' ? valueFiles(facts) : manifestFiles(facts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}

function manifestFiles(facts: PackageFacts): [name: string, text: string][] {
  const values = engineValues(facts);
  return [
    ['custom-resource-definitions.yaml', yamlOf(definitionObjects)],
    ['resources.yaml', yamlOf(engineObjects(values))],
    ...facts.environments.map((environment): [string, string] => [
      `${environment.id}.yaml`,
      yamlOf(environmentObjects(environmentValues(facts, environment))),
    ]),
  ];
}

const valueFiles = (facts: PackageFacts): [name: string, text: string][] => [
  [`${facts.id}-values.yaml`, stringify(engineValues(facts), { lineWidth: 0 })],
  ...facts.environments.map((environment): [string, string] => [
    `${environment.id}-values.yaml`,
    stringify(environmentValues(facts, environment), { lineWidth: 0 }),
  ]),
];

/** Plain copies, because the YAML library would replace an object that occurs twice by a reference, which makes a file hard to read. */
const yamlOf = (objects: readonly KubernetesObject[]): string =>
  objects.map((object) => stringify(JSON.parse(JSON.stringify(object)), { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n');
