import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { airportsFile, fetchPackages, packageFiles } from '../packages.ts';
import { type Builder, filesUnder, packIfChanged } from '../pack.ts';

const folder = import.meta.dirname;
const own = ['millrace.json', 'package.json', 'main.ts', 'settings.ts', 'airport.ts', 'load.ts', 'report.ts'];

/** Packs the bundle with its data and the packages that it needs at run time. */
export const buildLoadAirports: Builder = async (log) => {
  const sources = own.map((name) => ({ name, path: join(folder, name) }));
  const inputs = [import.meta.filename, join(folder, '..', 'packages.ts'), ...packageFiles, ...sources.map((file) => file.path)];
  return packIfChanged(folder, inputs, async () => {
    const fetched = await fetchPackages(log);
    log('packing load-airports');
    return [...sources, { name: 'airports.csv', path: join(fetched, airportsFile) }, ...(await runtimePackages(fetched))];
  });
};

/** Returns the files of the packages that are no development dependencies, without source maps, types and documentation. */
async function runtimePackages(fetched: string): Promise<{ name: string; path: string }[]> {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(await readFile(join(fetched, 'package-lock.json'), 'utf8'));
  const runtime = Object.entries(lock.packages).filter(([packagePath, entry]) => packagePath !== '' && !entry.dev);
  const files = [];
  for (const [packagePath] of runtime) {
    for (const file of await filesUnder(join(fetched, packagePath))) {
      if (!/\.(map|md|d\.c?ts)$/.test(file.name)) files.push({ name: `${packagePath}/${file.name}`, path: file.path });
    }
  }
  return files;
}
