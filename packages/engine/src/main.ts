#!/usr/bin/env node
import { takePrints } from '@millrace/wire/process-log';
import { pairCommand } from './commands/pair.ts';
import { runCommand } from './commands/run.ts';
import { statusCommand } from './commands/status.ts';
import { tryCommand } from './commands/try.ts';
import { unpairCommand } from './commands/unpair.ts';
import { jsonLog, logFile, logOutput, messageOf, type OwnLog } from './own-log.ts';
import { ENGINE_VERSION } from './protocol.ts';
import { logFileOf, readWords, USAGE, UsageError, type CommandInput } from './settings.ts';

export { type Agent, type AgentEnd, type AgentOptions, startAgent } from './agent.ts';

const COMMANDS = new Map([
  ['pair', pairCommand],
  ['run', runCommand],
  ['status', statusCommand],
  ['try', tryCommand],
  ['unpair', unpairCommand],
]);

/** Does what the command line says and ends the process. */
export async function runProgram(words: string[]): Promise<never> {
  let log = jsonLog(logOutput());
  try {
    const told = readWords(words, process.env);
    if (told.words[0] === 'run') {
      log = openLog(told);
      takePrints((level, message) => log(level === 'debug' ? 'info' : level, message));
    }
    process.exitCode = await perform(told, log);
  } catch (error) {
    log('error', messageOf(error));
    if (error instanceof UsageError) process.stderr.write(USAGE);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
  // Connections that are kept open for reuse would delay the end.
  process.exit();
}

function openLog(told: CommandInput): OwnLog {
  const file = logFileOf(told);
  return jsonLog(logOutput(file && logFile(file.path, file)));
}

async function perform(told: CommandInput, log: OwnLog): Promise<number> {
  if (told.flags.help || told.flags.version) {
    process.stdout.write(told.flags.help ? USAGE : `${ENGINE_VERSION}\n`);
    return 0;
  }
  const [name, ...more] = told.words;
  if (name === undefined) throw new UsageError(`Say what to do: ${[...COMMANDS.keys()].join(', ')}`);
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}`);
  if (name !== 'pair' && name !== 'try' && more.length > 0)
    throw new UsageError(`millrace-engine ${name} takes no ${JSON.stringify(more[0])}`);
  return command(told, log);
}

if (import.meta.main) await runProgram(process.argv.slice(2));
