/** Prints the SBOM in the CycloneDX format: the packages that the control plane, an engine and the command line need to run. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
const unneeded = new Set(
  Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path.includes('node_modules/') && (dev || optional || devOptional))
    .map(([path, { version }]) => `${path.replace(/.*node_modules\//, '')}@${version}`),
);
for (const [path, { version, dev, optional, devOptional }] of Object.entries(packages))
  if (!(dev || optional || devOptional)) unneeded.delete(`${path.replace(/.*node_modules\//, '')}@${version}`);

const isNeeded = (reference: string): boolean => !unneeded.has(reference.split('|')[0] ?? '');
sbom.metadata.component.name = 'millrace';
sbom.components = sbom.components.filter((component) => isNeeded(component['bom-ref']));
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => isNeeded(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isNeeded) }));
console.log(JSON.stringify(sbom, undefined, 2));
