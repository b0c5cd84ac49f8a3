/** The package of the command line. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { manifestOf } from './compiled-package.ts';
import { root } from '../house/source-files.ts';
import { stageProgram, writeProgramManifest, writeStarter } from './program-package.ts';

/** Writes the files of the package into an empty folder. */
export async function stageCommandLine(folder: string): Promise<void> {
  const source = join(root, 'packages', 'cli');
  const { name, version } = manifestOf(source);
  const dependencies = stageProgram('cli', ['main.ts'], folder);
  writeStarter(folder, 'millrace', `import('../dist/main.js');`);
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  for (const file of ['LICENSE', 'docs/cli.md']) cpSync(join(root, file), join(folder, file));
  const description = 'The command line of Millrace, the open control plane for data integration';
  writeProgramManifest(folder, { name, version, description, command: 'millrace', files: ['docs'] }, dependencies);
}
