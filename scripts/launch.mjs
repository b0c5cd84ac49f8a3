// Starts every command of this repository: `node scripts/launch.mjs <command> [arguments]`.
// Plain JavaScript without dependencies: it runs before any package is installed, and on an older Node than the product needs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildConsole } from './launch/console.mjs';
import { LaunchError } from './launch/errors.mjs';
import { findHome } from './launch/home.mjs';
import { buildManual } from './launch/manual.mjs';
import { installPackages, RUNNING_COMMANDS } from './launch/packages.mjs';
import { checkPorts } from './launch/ports.mjs';
import { nodeEnvironment, runToItsEnd } from './launch/run.mjs';
import { findRuntime } from './launch/runtime.mjs';
import { SERVER_OPTIONS } from './launch/server-options.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(scripts);

/** Lists the commands: the TypeScript files in this folder, with the first comment of each. */
function listCommands() {
  const names = readdirSync(scripts).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const lines = names.sort().map((file) => {
    const text = readFileSync(join(scripts, file), 'utf8');
    const purpose = /^(?:\/\/|\/\*\*)[ \t]*(.*?)(?:\*\/)?$/m.exec(text)?.[1]?.trim() ?? '';
    return `  ${file.slice(0, -3).padEnd(16)}${purpose}`.trimEnd();
  });
  return ['Commands:', ...lines].join('\n');
}

async function launch([command, ...args]) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new LaunchError(
      `This is Node ${process.version}, but Millrace needs at least Node 20.19 to start: install Node 24 and run the command again.`,
    );
  }
  const script = join(scripts, `${command}.ts`);
  if (!command || !/^[a-z][a-z-]*$/.test(command) || !existsSync(script)) {
    throw new LaunchError(`${command ? `There is no command "${command}".` : 'Name a command.'}\n${listCommands()}`);
  }
  if (command === 'start') await checkPorts(process.env);
  const home = findHome();
  const node = await findRuntime(home);
  await installPackages({ root, home, node, set: RUNNING_COMMANDS.includes(command) ? 'running' : 'complete' });
  const serves = command === 'start' && process.env.MILLRACE_ROLE !== 'worker';
  const consoleFolder = serves && process.env.MILLRACE_CONSOLE_FOLDER === undefined && (await buildConsole({ root, home, node }));
  const manualFolder = serves && process.env.MILLRACE_MANUAL_FOLDER === undefined && (await buildManual({ root, home, node }));
  return runToItsEnd(node, [...(command === 'start' ? SERVER_OPTIONS : []), script, ...args], {
    ...nodeEnvironment(home),
    ...(consoleFolder && { MILLRACE_CONSOLE_FOLDER: consoleFolder }),
    ...(manualFolder && { MILLRACE_MANUAL_FOLDER: manualFolder }),
  });
}

try {
  process.exitCode = await launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
