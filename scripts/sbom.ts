/** Prints the SBOM in the CycloneDX format: the packages that the control plane with its pages, an engine and the command line need to run. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// The image has no packages for development, so this file must not import any.
const root = dirname(import.meta.dirname);

/** Dependencies that only build the pages. A clone needs them to start; images and packed servers have the built pages. */
const BUILD_TOOLS: Readonly<Record<string, readonly string[]>> = {
  '@millrace/console': ['@react-aria/optimize-locales-plugin', '@vitejs/plugin-react', 'vite'],
  '@millrace/manual': ['github-slugger', 'markdown-it', 'rolldown'],
};

type Sbom = {
  metadata: { component: { name: string; 'bom-ref': string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type LockedPackage = {
  name?: string;
  version: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
};

// npm can leave out packages for development itself (--omit), but then also leaves out those that are needed for both.
const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const sbom = JSON.parse(
  execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] }),
) as Sbom;
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
const unneeded = new Set(
  Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path.includes('node_modules/') && (dev || optional || devOptional))
    .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`),
);
for (const [path, { version, dev, optional, devOptional }] of Object.entries(packages))
  if (!(dev || optional || devOptional)) unneeded.delete(`${path.replace(/.*node_modules\//, '')}@${version}`);

const idOf = (reference: string): string => reference.split('|')[0] ?? '';
const nameOf = (reference: string): string => idOf(reference).replace(/@[^@]*$/, '');
/** What the packages of this repository need to run; npm lists what they need for development, too. */
const neededByOwn = new Map(
  Object.entries(packages).flatMap(([path, { name = '', dependencies = {} }]) =>
    path.startsWith('packages/') && !path.includes('node_modules/')
      ? [[name, Object.keys(dependencies).filter((needed) => !BUILD_TOOLS[name]?.includes(needed))] as const]
      : [],
  ),
);
neededByOwn.set(packages['']?.name ?? '', [...neededByOwn.keys()]);
const needs = new Map(
  sbom.dependencies.map(({ ref, dependsOn }) => {
    const own = neededByOwn.get(nameOf(ref));
    return [ref, dependsOn.filter((one) => !unneeded.has(idOf(one)) && (own === undefined || own.includes(nameOf(one))))] as const;
  }),
);
/** The references of all packages that are needed. */
const reached = new Set([sbom.metadata.component['bom-ref']]);
for (const reference of reached) for (const next of needs.get(reference) ?? []) reached.add(next);

sbom.metadata.component.name = 'millrace';
sbom.components = sbom.components.filter((component) => reached.has(component['bom-ref']));
sbom.dependencies = [...needs].filter(([ref]) => reached.has(ref)).map(([ref, dependsOn]) => ({ ref, dependsOn }));
console.log(JSON.stringify(sbom, undefined, 2));
