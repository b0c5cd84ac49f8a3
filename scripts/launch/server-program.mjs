import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { LaunchError } from './errors.mjs';
import { findHome } from './home.mjs';
import { checkPorts } from './ports.mjs';
import { nodeEnvironment, runToItsEnd } from './run.mjs';
import { SERVER_OPTIONS } from './server-options.mjs';

/** The commands of operators. Each is a script in `scripts/`. The program of the image (`deploy/millrace-server`) has them, too. */
export const OPERATOR_COMMANDS = [
  'admin-link',
  'allowlist',
  'audit-verify',
  'backup',
  'fail-over',
  'migrate',
  'restore',
  'retry-events',
  'rotate-key',
  'rotate-token',
  'verify',
];

/** The commands of the packed server. */
export const SERVER_COMMANDS = ['start', ...OPERATOR_COMMANDS];

const HELP = `millrace-server starts the server. Options: --demo also runs the examples; --double [--seed <text>] starts the double for tests.
millrace-server <command> runs a command: ${SERVER_COMMANDS.join(', ')}.
Settings are environment variables. The manual, at /manual of the server, lists them, and says what the commands do (Operations).`;

/**
 * Runs the command that the words of the process name, and sets the exit code of the process to that of the command. Without a command, the server starts.
 * This is the program of the packed server: it lies in `dist/scripts/launch/`.
 */
export async function runServerProgram() {
  const words = process.argv.slice(2);
  const [command, ...more] = words[0] === undefined || words[0].startsWith('--') ? ['start', ...words] : words;
  try {
    if (words[0] === '--help') console.log(HELP);
    else if (words[0] === '--version') console.log(JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')).version);
    else process.exitCode = await run(command, more);
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function run(command, words) {
  if (!SERVER_COMMANDS.includes(command))
    throw new LaunchError(`There is no command '${command}'. Commands: ${SERVER_COMMANDS.join(', ')}.`);
  const root = packageFolder();
  const scripts = join(root, 'dist', 'scripts');
  const isStart = command === 'start';
  if (isStart) await checkPorts(process.env);
  return runToItsEnd(process.execPath, [...(isStart ? SERVER_OPTIONS : []), join(scripts, `${command}.js`), ...words], {
    ...nodeEnvironment(findHome()),
    MILLRACE_CONSOLE_FOLDER: join(root, 'console'),
    MILLRACE_MANUAL_FOLDER: join(root, 'manual'),
  });
}

/** The folder of the installed package. */
const packageFolder = () => resolve(import.meta.dirname, '../../..');
