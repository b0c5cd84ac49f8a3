import { spawn } from 'node:child_process';
import { accessSync, constants, createWriteStream, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { once } from 'node:events';

import { LaunchError, explain } from './errors.mjs';
import { makeFolder } from './home.mjs';

/**
 * Runs npm with the Node given, writes all it says to logs/install.log and turns a failure into one line.
 * Install scripts never run: nothing the product needs has one.
 */
export async function runNpm(args, { home, node, folder, place }) {
  const logFile = join(makeFolder(home, 'logs'), 'install.log');
  const log = createWriteStream(logFile, { flags: 'a' });
  log.on('error', () => {}); // a full disk shows in what npm says, and matters there
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
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-20_000);
      log.write(text);
    });
  }
  const [code, signal] = await once(child, 'close').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    throw new LaunchError('npm is not on the PATH: install Node 24 together with npm and run the command again.');
  });
  process.off('SIGINT', stop).off('SIGTERM', stop);
  log.end();
  // npm only warns, and ends well, when it could not write a file of a package.
  if (code === 0 && !said.includes('TAR_ENTRY_ERROR')) return;
  if (signal || code >= 128) throw new LaunchError('Stopped before everything was installed: run the command again to go on.');
  throw new LaunchError(
    `${describe(said, place) ?? `npm could not install what is needed (exit code ${code}).`}\nAll that npm said is in ${logFile}`,
  );
}

function describe(said, place) {
  const complaints = said
    .split('\n')
    .filter((line) => /^npm (error|ERR!)|TAR_ENTRY_ERROR/.test(line))
    .join('\n');
  const path = /^npm (?:error|ERR!) path (.+)$/m.exec(complaints)?.[1];
  const reason = /^npm (?:error|ERR!) (?!code|path|A complete log)(\S.*)$/m.exec(complaints)?.[1];
  return explain(complaints, path ?? place) ?? (reason && `npm could not install what is needed: ${reason}`);
}

/** The npm that started us, else the one on the PATH. npm's own file runs with our Node; its start script finds that Node on the PATH. */
function findNpm(node) {
  const started = process.env.npm_execpath;
  if (started && basename(started) === 'npm-cli.js' && existsSync(started)) return [node, [started], false];
  const beside = join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js');
  if (existsSync(beside)) return [node, [beside], false];
  return ['npm', [], process.platform === 'win32'];
}

/** npm's environment without what an outer npm says about the script it runs, which an inner one would take for its own. */
function environment(home, node) {
  const outer = /^npm_(lifecycle|package|node_execpath|command|config_(workspace|local_prefix|global_prefix|prefix|omit|include))/;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !outer.test(name)));
  try {
    accessSync(homedir(), constants.W_OK);
  } catch {
    kept.npm_config_cache ??= makeFolder(home, 'cache', 'npm');
  }
  return { ...kept, PATH: [dirname(node), process.env.PATH].join(delimiter) };
}
