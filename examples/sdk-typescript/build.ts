import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { type Builder, filesUnder, packIfChanged } from '../pack.ts';

const sdk = join(import.meta.dirname, '..', '..', 'packages', 'sdk');
const own = ['millrace.json', 'main.ts', 'orders.csv'].map((name) => ({ name, path: join(import.meta.dirname, name) }));

/** Packs the TypeScript bundle: its program, and the SDK as JavaScript in `node_modules`, where Node strips no types. */
export const buildSdkTypescript: Builder = async () => {
  const sources = (await filesUnder(join(sdk, 'src'))).map(({ path }) => path);
  return packIfChanged(import.meta.dirname, [import.meta.filename, ...own.map(({ path }) => path), ...sources], async () => {
    const bundle = await rolldown({ input: join(sdk, 'src', 'index.ts'), platform: 'node' });
    const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
    await bundle.close();
    const manifest = { name: 'millrace-sdk', type: 'module', exports: './index.js' };
    return [
      ...own,
      // Without it, Node warns that it guesses the kind of main.ts.
      { name: 'package.json', content: JSON.stringify({ type: 'module' }) },
      { name: 'node_modules/millrace-sdk/index.js', content: output[0].code },
      { name: 'node_modules/millrace-sdk/package.json', content: JSON.stringify(manifest) },
    ];
  });
};
