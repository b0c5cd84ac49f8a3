/** The control plane as a package: server, commands of operators, console, manual and examples, in the layout of this repository. */
import { cpSync, mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { buildExamples } from '../../examples/build.ts';
import { buildConsole } from '../../packages/console/scripts/build.ts';
import { buildManual } from '../../packages/manual/scripts/build.ts';
import { root } from '../house/source-files.ts';
import { SERVER_COMMANDS } from '../launch/server-program.mjs';
import { copyPage, manifestOf } from './compiled-package.ts';
import { stageProgram, writeProgramManifest, writeStarter } from './program-package.ts';

const SERVER = 'packages/server';
/** The server needs the Node of this repository. */
const NODE = '24.0';
/** Files that the sources read at run time, beside them. */
const READ_FILES = ['package.json', 'schema.sql', 'migrations', 'src/double/double.sql'];

/**
 * Writes the files of the package into an empty folder: `bin` with the start script, `dist` with the compiled sources in the layout of this repository and
 * the built examples, the built `console` and `manual`, `deploy` with the unit of systemd, and the packages that run in `node_modules`.
 */
export async function stageServer(folder: string): Promise<void> {
  const source = join(root, SERVER);
  const { name, version, optionalDependencies = {} } = manifestOf(source);
  const entries = [
    'scripts/launch/server-program.mjs',
    ...SERVER_COMMANDS.map((command) => `scripts/${command}.ts`),
    `${SERVER}/src/features/orchestration/connections/probes/worker.ts`,
  ];
  const packages = ['@millrace/engine', '@fastify/swagger-ui'];
  const dependencies = stageProgram({ folder: root, entries, packages, leftOut: ['examples/build.ts'] }, source, folder);
  for (const file of READ_FILES) cpSync(join(source, file), join(folder, 'dist', SERVER, file), { recursive: true });
  const examples = join(folder, 'dist', 'examples', 'built');
  mkdirSync(examples, { recursive: true });
  for (const { name: example, zip } of await buildExamples({ log: () => undefined }))
    if (zip !== undefined) cpSync(zip, join(examples, `${example}${extname(zip)}`));
  // After the examples: Vite sets NODE_ENV to production in this process, and npm then installs less.
  await buildConsole(join(folder, 'console'));
  await buildManual(join(folder, 'manual'), { hasCleanAddresses: true });
  writeStarter(
    folder,
    'millrace-server',
    `import('../dist/scripts/launch/server-program.mjs').then(({ runServerProgram }) => runServerProgram());`,
    NODE,
  );
  copyPage(join(source, 'README.md'), folder);
  for (const file of ['LICENSE', 'deploy/millrace.service']) cpSync(join(root, file), join(folder, file));
  copyPage(join(root, 'CHANGELOG.md'), folder);
  writeProgramManifest(
    folder,
    {
      name,
      version,
      description: 'Millrace, the open control plane for data integration: server, console and manual',
      command: 'millrace-server',
      files: ['console', 'manual', 'deploy', 'CHANGELOG.md'],
      node: NODE,
      optional: optionalDependencies,
    },
    dependencies,
  );
}
