import type { Schema } from '@millrace/contract';
import { serverCommand } from '../../group.ts';
import { followExecution } from '../../logs/follow-execution.ts';
import { addParameter, type ParameterValues, readParameters } from '../../parameters.ts';
import { warnOfUndeclaredByTask } from './create.ts';
import { findTaskId } from './lookup.ts';

type StartOptions = { parameter?: ParameterValues; parametersFile?: string; context?: string; follow?: boolean };

/** `millrace task run`: starts an execution and, when asked, follows it to its end. */
export const startTaskExecution = serverCommand('run', {
  description:
    'Run a task\n\nWith --json and --follow each line is one JSON value: the execution id, the log entries, and last the execution.',
  arguments: { '<name or id>': 'the task' },
  options: (command) =>
    command
      .option('--parameter <name=value>', 'value of a parameter for this run; may be repeated', addParameter)
      .option('--parameters-file <file>', 'JSON object of parameters, - for stdin; use it for secrets')
      .option('--context <name>', 'the context of a job archive for this run')
      .option('-f, --follow', 'print the log as it comes, then the outcome, which is also the exit code'),
  examples: ['millrace task run nightly-load --follow', 'millrace task run nightly-load --parameter table=airports_new'],
  async run(context, name: string, options: StartOptions) {
    const { client, output, shell } = context;
    const parameters = await readParameters(options, shell);
    const taskId = await findTaskId(client, name);
    await warnOfUndeclaredByTask(context, taskId, Object.keys(parameters ?? {}));
    const contextName = options.context !== undefined && { contextName: options.context };
    const body: Schema<'ExecutableTask'> = { executable: taskId, ...(parameters && { parameters }), ...contextName };
    const { body: execution } = await client.call('POST /processing/executions', { body });
    if (!output.json) output.print(`Started execution ${execution.executionId}.`);
    else if (options.follow) output.printJsonLine(execution);
    else output.printJson(execution);
    if (options.follow) await followExecution(context, execution.executionId, 0);
  },
});

/** Operations of the API that explanations name, each with the command that does the same. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/GET \/monitoring\/executions\/([0-9a-f-]+)\/logs/g, 'millrace execution logs $1'],
  [/POST \/processing\/runtimes\/remote-engines(?: \(or millrace engine pair\))?/g, 'millrace engine pair'],
];

/** Replaces operations of the API in a text by the commands that do the same, if there are any. */
export const asCommands = (text: string): string =>
  COMMANDS.reduce((result, [operation, command]) => result.replaceAll(operation, command), text);
