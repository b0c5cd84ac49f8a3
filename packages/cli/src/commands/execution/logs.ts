import { thingCommand } from '../../command-builders.ts';
import { type Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { findLogLines, type LineFilter, followExecution, printLogEntry, findTail, readLog } from '../../execution-log.ts';
import { readWholeNumber } from '../../option-values.ts';
import { withTaskExecution, executionNoun } from './lookup.ts';

const LAST_LINES = 50;
const SEVERITIES = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

type ListOptions = { follow?: boolean; count?: number; search?: string; severity?: LineFilter['severity'] };

/** `millrace execution logs`: prints the end of a log, or follows it. */
export const listExecutionLogs = thingCommand(executionNoun, 'logs', {
  description:
    'Print the log of an execution\n\nWith --json and --follow each line is one JSON value: the log entries, and last the execution.',
  options: {
    '-f, --follow': 'print the whole log and new lines, then the outcome, which is also the exit code',
    '--count <n>': { text: `only the last n lines (default: ${LAST_LINES}; with --follow: all)`, parse: readWholeNumber },
    '--search <text>': 'only lines with a text, whatever its letter case',
    '--severity <severity>': { text: 'only lines of this severity and higher ones', choices: SEVERITIES },
  },
  examples: [
    'millrace execution logs 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --count 200',
    'millrace execution logs 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 -f',
    'millrace execution logs 01985b5e-7d5c-7000-8000-2d3c5a9f1b42 --search timeout --severity WARN',
  ],
  async run(context, executionId) {
    return withTaskExecution(context.client, executionId, () => printLog(context, executionId, context.options));
  },
});

async function printLog(context: Context, executionId: string, options: ListOptions): Promise<void> {
  const { client, output } = context;
  if (options.search !== undefined || options.severity !== undefined) return printMatches(context, executionId, options);
  if (options.follow) {
    const start = options.count === undefined ? 0 : await findTail(client, executionId, options.count);
    return followExecution(context, executionId, start);
  }
  const count = options.count ?? LAST_LINES;
  const page = await readLog(client, executionId, await findTail(client, executionId, count), count);
  if (output.wantsData) return output.printData(page);
  if (page.data.length === 0) output.note('The log is empty.');
  for (const entry of page.data) printLogEntry(output, entry);
  return undefined;
}

/** Prints the last lines that match. */
async function printMatches({ client, output }: Context, executionId: string, options: ListOptions): Promise<void> {
  const { follow, count = LAST_LINES, search: text, severity } = options;
  if (follow) throw new Failure('usage', 'With --follow, leave out --search and --severity.');
  const search = { ...(text !== undefined && { text }), ...(severity !== undefined && { severity }) };
  const entries = await findLogLines(client, executionId, search, count);
  if (output.wantsData) return output.printData(entries);
  if (entries.length === 0) output.note('No line of the log matches.');
  for (const entry of entries) printLogEntry(output, entry);
  return undefined;
}
