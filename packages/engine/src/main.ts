#!/usr/bin/env node
import { captureConsole } from '@millrace/wire/process-log';
import { pairCommand, unpairCommand } from './commands/pair.ts';
import { podRunCommand, podWaitCommand } from './commands/pod-run.ts';
import { runCommand } from './commands/run.ts';
import { statusCommand } from './commands/status.ts';
import { tryCommand } from './commands/try.ts';
import { jsonLog, logFile, logOutput, type OwnLog } from './program/own-log.ts';
import { runCommandLine } from './run-command-line.ts';
import { ENGINE_VERSION } from './control-plane/protocol.ts';
import { UsageError } from './program/usage-error.ts';
import { logFileOf, parseCommandLine, USAGE, type CommandInput } from './settings.ts';

/** The commands of dynamic engines and of containers are imported only when they are called, so that other engines do not load them. */
const COMMANDS = new Map<string, (input: CommandInput, log: OwnLog) => Promise<number>>([
  ['agent', async (input, log) => (await import('./commands/agent.ts')).agentCommand(input, log)],
  ['ask-state', async (input, log) => (await import('./commands/ask-state.ts')).askStateCommand(input, log)],
  ['operator', async (input, log) => (await import('./commands/operator.ts')).operatorCommand(input, log)],
  ['pair', pairCommand],
  ['pod-run', podRunCommand],
  ['pod-wait', podWaitCommand],
  ['run', runCommand],
  ['status', statusCommand],
  ['try', tryCommand],
  ['unpair', unpairCommand],
]);

/** Runs the command that the arguments name, then ends the process with its exit code. */
export function runEngineProgram(args: string[]): Promise<never> {
  let log = jsonLog(logOutput());
  return runCommandLine(
    async () => {
      const input = parseCommandLine(args, process.env);
      // The others end soon, or run in a pod, whose output the cluster collects.
      if (input.positionals[0] === 'run') {
        log = openLog(input);
        captureConsole(log);
      }
      return perform(input, log);
    },
    (message) => log('error', message),
  );
}

function openLog(input: CommandInput): OwnLog {
  const file = logFileOf(input);
  return jsonLog(logOutput(file && logFile(file.path, file)));
}

async function perform(input: CommandInput, log: OwnLog): Promise<number> {
  if (input.flags.help || input.flags.version) {
    process.stdout.write(input.flags.help ? USAGE : `${ENGINE_VERSION}\n`);
    return 0;
  }
  const [name, ...more] = input.positionals;
  if (name === undefined) throw new UsageError('Name a command');
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}`);
  if (name !== 'pair' && name !== 'try' && more.length > 0)
    throw new UsageError(`millrace-engine ${name} takes no argument ${JSON.stringify(more[0])}`);
  return command(input, log);
}

if (import.meta.main) await runEngineProgram(process.argv.slice(2));
