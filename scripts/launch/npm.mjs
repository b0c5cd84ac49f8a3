import { spawn } from 'node:child_process';
import { accessSync, constants, createWriteStream, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { once } from 'node:events';

import { LaunchError, explain } from './errors.mjs';
import { makeFolder } from './home.mjs';

/**
 * Runs npm with the given Node, and writes its output to logs/install.log. Throws a LaunchError with the reason if npm fails. `target` is the path that
 * the message names when npm names none.
 * Install scripts never run: no package of the product needs them.
 */
export async function runNpm(args, { home, node, folder, target }) {
  const logFile = join(makeFolder(home, 'logs'), 'install.log');
  const log = createWriteStream(logFile, { flags: 'a' });
  log.on('error', () => {}); // npm itself reports a full disk
  const [file, first, shell] = findNpm(node);
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--fetch-retry-mintimeout=2000',
    '--fetch-retry-maxtimeout=10000',
  ];
  log.write(`\n--- ${new Date().toISOString()} npm ${args.join(' ')} (in ${folder})\n`);

  const child = spawn(file, [...first, ...args, ...options], {
    cwd: folder,
    env: environment(home, node),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell,
  });
  const stop = (signal) => child.kill(signal);
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000);
      log.write(text);
    });
  }
  const [code, signal] = await once(child, 'close').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new LaunchError('npm is not on the PATH: install Node 24 together with npm and run the command again.');
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  log.end();
  // When npm cannot write a file of a package, it only warns and returns 0.
  if (code === 0 && !output.includes('TAR_ENTRY_ERROR')) return;
  if (signal || code >= 128) throw new LaunchError('Stopped before everything was installed: run the command again to continue.');
  throw new LaunchError(
    `${describe(output, target) ?? `npm could not install what is needed (exit code ${code}).`}\nThe full output of npm is in ${logFile}`,
  );
}

/** Returns what npm complains about and what to do; undefined if its output has no error line. */
function describe(output, target) {
  const errorLines = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)|TAR_ENTRY_ERROR/.test(line))
    .join('\n');
  const path = /^npm (?:error|ERR!) path (.+)$/m.exec(errorLines)?.[1];
  const reason = /^npm (?:error|ERR!) (?!code|path|A complete log)(\S.*)$/m.exec(errorLines)?.[1];
  return explain(errorLines, path ?? target) ?? (reason && `npm could not install what is needed: ${reason}`);
}

/**
 * Finds the npm that started this process, or else the one beside the running Node, or else the one on the PATH. The first two run with the given Node; the
 * last one runs with the Node that comes first on the PATH of `environment`, which is the same.
 */
function findNpm(node) {
  const runningNpm = process.env.npm_execpath;
  if (runningNpm && basename(runningNpm) === 'npm-cli.js' && existsSync(runningNpm)) return [node, [runningNpm], false];
  const besideNode = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(besideNode)) return [node, [besideNode], false];
  return ['npm', [], process.platform === 'win32'];
}

/** Returns the environment for npm, without the variables by which an outer npm describes its own script: the inner npm would use them. */
function environment(home, node) {
  const outer = /^npm_(lifecycle|package|node_execpath|command|config_(workspace|local_prefix|global_prefix|prefix|omit|include))/;
  const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
  try {
    accessSync(homedir(), constants.W_OK);
  } catch {
    variables.npm_config_cache ??= makeFolder(home, 'cache', 'npm');
  }
  return { ...variables, PATH: [dirname(node), process.env.PATH].join(delimiter) };
}
