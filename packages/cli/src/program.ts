import { Command, InvalidArgumentError, Option } from 'commander';

import { addYes, confirmDestruction } from './confirm.ts';
import type { GlobalOptions } from './context.ts';
import { EXIT_CODES_HELP } from './exit-codes.ts';
import { FORMATS } from './formats.ts';
import { nearest } from '@millrace/contract/nearest';
import { openPrinter } from './printer.ts';
import { SECTIONS, type Section } from './sections.ts';
import { oneLine } from './text.ts';
import { columnsOf, type Shell } from './shell.ts';
import { version } from './version.ts';

const INTRODUCTION = `
A unique name can be used in place of an id; a workspace can also be written environment/workspace.
No login is needed on the machine where the server was started with \`npm start\`. Elsewhere the first available of these is used:
  --url and --token-file, then MILLRACE_URL and MILLRACE_TOKEN, then what \`millrace login\` stored.
\`millrace login --profile prod\` stores another server. --profile or MILLRACE_PROFILE chooses it, and \`millrace profile use\` for all commands.`;

/** The width of the help where there is no terminal. */
const HELP_COLUMNS = 80;

function columnNames(text: string): string[] {
  const names = text.split(',').filter((name) => name.trim() !== '');
  if (names.length === 0) throw new InvalidArgumentError('Name columns, as in --columns id,name.');
  return names;
}

/** Adds the nearest of the allowed words to the message about a wrong one. */
function withNearestChoice(message: string): string {
  const [, wrong, choices] = /'([^']*)' is invalid.* Allowed choices are (.*)\.\s*$/s.exec(message) ?? [];
  const close = wrong === undefined ? undefined : nearest(wrong, choices?.split(', ') ?? []);
  return close === undefined ? message : `${message.trimEnd()} Did you mean ${close}?`;
}

/** Builds the command line: the commands of the sections, with their options, help and actions. */
export async function buildProgram(shell: Shell, sections: readonly Section[] = SECTIONS): Promise<Command> {
  const program = new Command('millrace')
    .description('Publish artifacts, run tasks and read their outcome on a Millrace server.')
    .version(version)
    .addOption(new Option('--url <address>', 'address of the server'))
    .addOption(new Option('--profile <name>', 'profile with a server and its token, stored by login'))
    .addOption(new Option('--token-file <file>', 'file that holds the token; - for stdin'))
    .addOption(new Option('-o, --output <format>', 'how results are printed (default: table)').choices(FORMATS))
    .option('--json', 'short form of -o json: the answer of the API')
    .option('--columns <names>', 'columns of a table, separated by commas', columnNames)
    .option('--jq <expression>', 'filter the JSON of the answer by an expression of the language jq')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
      getOutHelpWidth: () => columnsOf(shell.stdout) ?? HELP_COLUMNS,
      getErrHelpWidth: () => columnsOf(shell.stderr) ?? HELP_COLUMNS,
      outputError: (text, write) => write(`millrace: ${oneLine(withNearestChoice(text.replace(/^error: /, '')))}\n`),
    })
    .exitOverride()
    .hook('preAction', async (root, command) => {
      // The printer is an option of the program, not of the command, because commands count their own options.
      root.setOptionValue('printer', await openPrinter(command.optsWithGlobals<GlobalOptions>(), shell));
      await confirmDestruction(command, shell);
    })
    .hook('postAction', async (_program, command) => command.optsWithGlobals<GlobalOptions>().printer?.end())
    .addHelpText('after', `${INTRODUCTION}\n${EXIT_CODES_HELP}`);

  for (const { load } of sections) for (const add of [await load()].flat()) add(program, shell);
  addYes(program);
  return program;
}
