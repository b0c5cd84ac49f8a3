/**
 * `millrace-engine pod-run` and `pod-wait` as a program of their own. The packed engine has it as one file (ADR 76): a pod starts for each task, and
 * loading the modules of all commands would be the largest part of its start.
 */
import { podRunCommand, podWaitCommand } from './commands/pod-run.ts';
import { jsonLog, logOutput } from './program/own-log.ts';
import { runCommandLine } from './run-command-line.ts';

/** Runs the command, then ends the process with its exit code. */
export function runPodProgram(command: 'pod-run' | 'pod-wait'): Promise<never> {
  const log = jsonLog(logOutput());
  // Its settings are in the environment: a pod has no options, and loading their parser takes longer than most modules.
  const input = { positionals: [command], flags: {}, environment: process.env };
  return runCommandLine(
    () => (command === 'pod-wait' ? podWaitCommand(input) : podRunCommand(input)),
    (message) => log('error', message),
  );
}
