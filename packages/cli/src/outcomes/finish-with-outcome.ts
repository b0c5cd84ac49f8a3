import type { Context } from '../context.ts';
import { describeOutcome, type EndedExecution, exitCodeOfStatus, toneOf } from './outcomes.ts';

/** Prints the outcome of an execution that has ended and makes it the exit code. */
export function finishWithOutcome({ output, shell }: Pick<Context, 'output' | 'shell'>, execution: EndedExecution): void {
  if (output.json) output.printJsonLine(execution);
  else output.print(output.paint(describeOutcome(execution), toneOf(execution.status)));
  shell.exitCode = exitCodeOfStatus(execution.status) ?? 0;
}
