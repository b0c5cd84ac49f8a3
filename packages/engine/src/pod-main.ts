/**
 * `millrace-engine pod-run` and `pod-wait` as a program of their own. The packed engine has it as one file (ADR 76): a pod starts for each task, and
 * loading the modules of all commands would be the largest part of its start.
 */
import { podRunCommand, podWaitCommand } from './commands/pod-run.ts';
import { jsonLog, logOutput } from './own-log.ts';
import { runCommandLine } from './program.ts';
import { parseCommandLine } from './settings.ts';

/** Runs the command that the arguments name, then ends the process with its exit code. */
export function runPodProgram(args: string[]): Promise<never> {
  const log = jsonLog(logOutput());
  return runCommandLine(
    () => {
      const input = parseCommandLine(args, process.env);
      return input.positionals[0] === 'pod-wait' ? podWaitCommand(input) : podRunCommand(input);
    },
    (message) => log('error', message),
  );
}
