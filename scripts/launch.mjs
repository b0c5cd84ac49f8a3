// Starts every command of this repository: `node scripts/launch.mjs <command> [arguments]`.
// Plain JavaScript without a dependency, because it runs before anything is installed and on a Node older than the product needs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { LaunchError } from './launch/errors.mjs';
import { findHome, makeFolder } from './launch/home.mjs';
import { installPackages } from './launch/packages.mjs';
import { checkPorts } from './launch/ports.mjs';
import { runToItsEnd } from './launch/run.mjs';
import { findRuntime } from './launch/runtime.mjs';
import { SERVER_OPTIONS } from './launch/server-options.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const root = dirname(scripts);

/** The commands are the TypeScript files beside this one; the first comment of each says what it does. */
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
      `Millrace needs Node 20.19 or newer to start, and this is ${process.version}: install Node 24 and run the command again.`,
    );
  }
  const script = join(scripts, `${command}.ts`);
  if (!command || !/^[a-z][a-z-]*$/.test(command) || !existsSync(script)) {
    throw new LaunchError(`${command ? `There is no command "${command}".` : 'Name a command.'}\n${listCommands()}`);
  }
  if (command === 'start') await checkPorts(process.env);
  const home = findHome();
  const node = await findRuntime(home);
  await installPackages({ root, home, node });
  return runToItsEnd(node, [...(command === 'start' ? SERVER_OPTIONS : []), script, ...args], {
    // Compiled code is kept: it makes every start after the first one quicker and smaller.
    NODE_COMPILE_CACHE: makeFolder(home, 'cache', 'compiled'),
    // glibc raises this limit by itself once large buffers are freed, and then keeps the memory of the next ones instead of giving it back.
    MALLOC_MMAP_THRESHOLD_: '262144',
  });
}

try {
  process.exitCode = await launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
