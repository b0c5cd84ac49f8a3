import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { SettingsFault } from '../faults.ts';

/** Loads a package that is installed on the machine of the engine for all its users. Throws a `SettingsFault` that says how to install it. */
export async function loadOptional<Package>(name: string, purpose: string): Promise<Package> {
  const programs = [dirname(process.execPath), ...(process.env['PATH'] ?? '').split(delimiter)].filter((folder) => isAbsolute(folder));
  // A global install of npm puts packages into lib/node_modules beside the folder of the programs.
  const folders = [...new Set(programs.map((folder) => join(dirname(folder), 'lib')))];
  let path: string;
  try {
    path = createRequire(import.meta.url).resolve(name, { paths: folders });
  } catch (cause) {
    const looked = folders.map((folder) => join(folder, 'node_modules')).join(', ');
    throw new SettingsFault(`${purpose} needs a package on the machine of the engine: npm install --global ${name} (looked in ${looked})`, {
      cause,
    });
  }
  return (await import(pathToFileURL(path).href)) as Package;
}
