import { join } from 'node:path';
import { type Builder, packIfChanged } from '../pack.ts';

const files = ['millrace.json', 'hello.sh'].map((name) => ({ name, path: join(import.meta.dirname, name) }));

/** Packs the shell bundle: its manifest and one script. */
export const buildShell: Builder = () =>
  packIfChanged(import.meta.dirname, [import.meta.filename, ...files.map(({ path }) => path)], async () => files);
