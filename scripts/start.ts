/** Starts Millrace on this machine; --demo also publishes and runs the examples; --double [--seed <text>] starts the local double for test authors. */
import { parseArgs } from 'node:util';
import { readConfig, type Config } from '../packages/server/src/settings/config.ts';
import { StartError } from '../packages/server/src/core/base/start-error.ts';
import { runMillrace, type ProgramStart } from '../packages/server/src/run.ts';
import { startMillrace, type Running } from '../packages/server/src/start.ts';
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
    const [plain, demo, double] = [[], ['--demo'], ['--double [--seed <text>]']].map((words) => operatorCommandText(undefined, ...words));
    throw new StartError(`${(error as Error).message}. Use ${plain}, ${demo}, or ${double}.`);
  }
}

/** Returns what is printed when everything has started. */
function readyText(config: Config, { url, login, tokenFile, linkFile, logFile }: Running): string {
  const ready = `Millrace is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`;
  const log = logFile ?? 'standard output';
  if (url === '') return `\n${ready}\n\n  Runs jobs and timers, and does not serve the API\n  Log        ${log}`;
  return `
${ready}

${config.consoleFolder === undefined ? '' : `  Console    ${url}\n`}  API        ${url}
  Reference  ${url}/docs
${config.manualFolder === undefined ? '' : `  Manual     ${url}/manual\n`}  Sign in    ${url}/login as ${login}${linkFile === undefined ? '' : `; first set the password by the link in ${linkFile}`}
  Token      ${tokenFile === undefined ? `none was written: ${operatorCommandText('rotate:token')} writes one` : `${tokenFile}, for programs`}
  Log        ${log}${tokenFile === undefined ? '' : `\n\nTry  curl -H "Authorization: Bearer $(cat '${tokenFile}')" ${url}/account/me`}`;
}

const UNISOLATED_WARNING = `
WARNING  Tasks are NOT isolated on this machine: each can read the administrator's token and the data of every other task.
         Run only tasks that you trust. docs/security.md says how to isolate them.`;

/** Reads options and settings. `runMillrace` calls this after it listens to signals, and prints its errors as one line. */
function readStart(): ProgramStart {
  const { demo, double, seed } = readOptions();
  const config = readConfig();
  if (seed !== undefined && !double) throw new StartError('--seed is for the ids of the double: use it with --double.');
  if (demo && !config.roles.api) throw new StartError('--demo calls the API, and MILLRACE_ROLE is worker: set it to all or api.');
  if (demo && !config.writesAdministratorFiles)
    throw new StartError('--demo needs the token of the administrator: set MILLRACE_ADMINISTRATOR_FILES to on.');
  return {
    config,
    start: double
      ? async (settings, receiver, signal) => {
          const { startDouble } = await import('../packages/server/src/double/start-double.ts');
          return startDouble(settings, { seed: seed ?? 'millrace' }, receiver, signal);
        }
      : startMillrace,
    work: async (running, isAgain) => {
      say(readyText(config, running));
      void running.isolation.then((kind) => kind === 'none' && say(UNISOLATED_WARNING));
      // The database still has what the demonstration published.
      if (demo && !isAgain) {
        const { runDemo } = await import('./demo/run-demo.ts');
        await runDemo(running, config.engine.enabled);
      }
      say('\nServing until you press Ctrl-C.');
    },
  };
}

process.exit(await runMillrace(readStart, say));
