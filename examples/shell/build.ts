import { join } from 'node:path';
import { type Builder, packIfChanged } from '../pack.ts';

/** Packs the shell bundle: its manifest and one script. */
export const buildShell: Builder = async () => {
  const folder = import.meta.dirname;
  return packIfChanged(folder, [import.meta.filename, join(folder, 'millrace.json'), join(folder, 'hello.sh')], async () => [
    { name: 'millrace.json', path: join(folder, 'millrace.json') },
    { name: 'hello.sh', path: join(folder, 'hello.sh') },
  ]);
};
