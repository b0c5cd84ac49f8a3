import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Builder, filesUnder, packIfChanged, Unavailable } from '../pack.ts';

const sdk = join(import.meta.dirname, '..', '..', 'sdk', 'python', 'millrace_sdk');
const own = ['millrace.json', 'main.py', 'orders.csv'].map((name) => ({ name, path: join(import.meta.dirname, name) }));

/** Packs the Python bundle: its program, and the folder of the SDK beside it. */
export const buildSdkPython: Builder = async () => {
  if (spawnSync('python3', ['--version']).status !== 0) throw new Unavailable('no Python: python3 is not on the path');
  const files = (await filesUnder(sdk))
    .filter(({ name }) => name.endsWith('.py'))
    .map(({ name, path }) => ({ name: `millrace_sdk/${name}`, path }));
  const all = [...own, ...files];
  return packIfChanged(import.meta.dirname, [import.meta.filename, ...all.map(({ path }) => path)], async () => all);
};
