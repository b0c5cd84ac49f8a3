/** Starts Millrace on this machine; with --demo it also publishes and runs the examples; with --double as the local double for test authors. */
import { parseArgs } from 'node:util';
import { readConfig } from '../packages/server/src/settings/config.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { startDouble } from '../packages/server/src/double/start-double.ts';
import { runMillrace } from '../packages/server/src/run.ts';
import { startMillrace, type Running } from '../packages/server/src/start.ts';
import { runDemo } from './demo/run-demo.ts';
import { operatorCommandText } from '../packages/server/src/core/base/operator-command-text.ts';

const startedAt = performance.now();
const say = (line: string): void => console.log(line);

const OPTIONS = {
  demo: { type: 'boolean', default: false },
  double: { type: 'boolean', default: false },
  seed: { type: 'string' },
} as const;

function readOptions() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new StartError(
      `${(error as Error).message}. Use ${operatorCommandText(undefined)}, ${operatorCommandText(undefined, '--demo')}, or ${operatorCommandText(undefined, '--double')}.`,
    );
  }
}

const ready = (): string => `Millrace is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`;

const welcome = ({ url, login, tokenFile, linkFile, logFile }: Running): string =>
  url === ''
    ? `
${ready()}

  Runs jobs and timers, and does not serve the API
  Log        ${logFile ?? 'standard output'}`
    : `
${ready()}

${hasConsole ? `  Console    ${url}\n` : ''}  API        ${url}
  Reference  ${url}/docs
${hasManual ? `  Manual     ${url}/manual\n` : ''}  Sign in    ${url}/login as ${login}${linkFile === undefined ? '' : `; first set the password by the link in ${linkFile}`}
  Token      ${tokenFile === undefined ? `none was written: ${operatorCommandText('rotate:token')} writes one` : `${tokenFile}, for programs`}
  Log        ${logFile ?? 'standard output'}${tokenFile === undefined ? '' : `\n\nTry  curl -H "Authorization: Bearer $(cat '${tokenFile}')" ${url}/account/me`}`;

const UNISOLATED_WARNING = `
WARNING  Tasks are NOT isolated on this machine: each can read the administrator's token and the data of every other task.
         Run only tasks that you trust. docs/security.md says how to isolate them.`;

let demo = false;
let start: typeof startMillrace = startMillrace;
let hasConsole = false;
let hasManual = false;
let hasEngine = false;
const configure = () => {
  const { double, seed, ...options } = readOptions();
  demo = options.demo;
  const config = readConfig();
  if (double) start = (...[serverConfig, say, stopping]) => startDouble(serverConfig, { seed: seed ?? 'millrace' }, say, stopping);
  else if (seed !== undefined) throw new StartError('--seed is for the ids of the double: use it with --double.');
  if (demo && !config.roles.api) throw new StartError('--demo calls the API, and MILLRACE_ROLE is worker: set it to all or api.');
  if (demo && !config.writesAdministratorFiles)
    throw new StartError('--demo needs the token of the administrator: set MILLRACE_ADMINISTRATOR_FILES to on.');
  hasEngine = config.engine.enabled;
  hasConsole = config.consoleFolder !== undefined;
  hasManual = config.manualFolder !== undefined;
  return config;
};
process.exit(
  await runMillrace(
    configure,
    say,
    async (running) => {
      say(welcome(running));
      void running.isolation.then((kind) => kind === 'none' && say(UNISOLATED_WARNING));
      if (demo) await runDemo(running, hasEngine);
      say('\nServing until you press Ctrl-C.');
    },
    (...args) => start(...args),
  ),
);
