import { nearest } from '@millrace/contract/nearest';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { addYes, confirmDestruction } from './confirm.ts';
import type { GlobalOptions } from './context.ts';
import { describeFailure, EXIT, EXIT_CODES_HELP, exitCodeOf, isInterruption } from './failure.ts';
import type { AddCommand } from './command-builders.ts';
import { FORMATS, openPrinter } from './output.ts';
import { columnsOf, INTERRUPTED, type Shell } from './shell.ts';
import { oneLine } from './text.ts';
import { version } from './version.ts';

/** Commands that are loaded together: those of one noun. A command imports only the modules of its section, which keeps its start short. */
type Section = {
  /** The first words of its commands. */
  names: readonly string[];
  /** Its commands describe all commands, so all commands are loaded. */
  describesAll?: true;
  /** Imports the functions that add them. */
  load(): Promise<AddCommand | AddCommand[]>;
};

/** All commands, in the order of the help. */
export const SECTIONS: readonly Section[] = [
  { names: ['login', 'logout', 'whoami'], load: async () => (await import('./commands/session/group.ts')).sessionCommands },
  { names: ['api'], load: async () => (await import('./commands/api/call-api.ts')).callApi },
  { names: ['profile'], load: async () => (await import('./commands/profile/group.ts')).profileGroup },
  { names: ['artifact'], load: async () => (await import('./commands/artifact/group.ts')).artifactGroup },
  { names: ['bundle'], load: async () => (await import('./commands/bundle/group.ts')).bundleGroup },
  { names: ['task'], load: async () => (await import('./commands/task/group.ts')).taskGroup },
  { names: ['plan'], load: async () => (await import('./commands/plan/group.ts')).planGroup },
  { names: ['schedule'], load: async () => (await import('./commands/schedule/group.ts')).scheduleGroup },
  { names: ['promotion'], load: async () => (await import('./commands/promotion/group.ts')).promotionGroup },
  { names: ['project'], load: async () => (await import('./commands/project/group.ts')).projectGroup },
  { names: ['resource'], load: async () => (await import('./commands/resource/group.ts')).resourceGroup },
  { names: ['trigger'], load: async () => (await import('./commands/trigger/group.ts')).triggerGroup },
  { names: ['execution'], load: async () => (await import('./commands/execution/group.ts')).executionGroup },
  { names: ['explain'], load: async () => (await import('./commands/explain/group.ts')).explainGroup },
  { names: ['engine'], load: async () => (await import('./commands/engine/group.ts')).engineGroup },
  { names: ['cluster'], load: async () => (await import('./commands/cluster/group.ts')).clusterGroup },
  { names: ['run-profile'], load: async () => (await import('./commands/run-profile/group.ts')).runProfileGroup },
  { names: ['connection'], load: async () => (await import('./commands/connection/group.ts')).connectionGroup },
  { names: ['dataset'], load: async () => (await import('./commands/dataset/group.ts')).datasetGroup },
  { names: ['dynamic-engine'], load: async () => (await import('./commands/dynamic-engine/group.ts')).dynamicEngineGroup },
  { names: ['crawler'], load: async () => (await import('./commands/crawler/group.ts')).crawlerGroup },
  { names: ['alert'], load: async () => (await import('./commands/alert/group.ts')).alertGroup },
  { names: ['notification'], load: async () => (await import('./commands/notification/group.ts')).notificationGroup },
  { names: ['service-account'], load: async () => (await import('./commands/service-account/group.ts')).serviceAccountGroup },
  { names: ['oauth'], load: async () => (await import('./commands/oauth/group.ts')).oauthGroup },
  { names: ['allowlist'], load: async () => (await import('./commands/allowlist/group.ts')).allowlistGroup },
  { names: ['user'], load: async () => (await import('./commands/user/group.ts')).userGroup },
  { names: ['group'], load: async () => (await import('./commands/group/group.ts')).groupGroup },
  { names: ['role'], load: async () => (await import('./commands/role/group.ts')).roleGroup },
  { names: ['permission'], load: async () => (await import('./commands/permission/group.ts')).permissionGroup },
  { names: ['webhook'], load: async () => (await import('./commands/webhook/group.ts')).webhookGroup },
  { names: ['audit'], load: async () => (await import('./commands/audit/group.ts')).auditGroup },
  { names: ['export', 'diff', 'apply', 'import'], load: async () => (await import('./commands/estate/group.ts')).estateCommands },
  { names: ['environment'], load: async () => (await import('./commands/environment/group.ts')).environmentGroup },
  { names: ['workspace'], load: async () => (await import('./commands/workspace/group.ts')).workspaceGroup },
  { names: ['completion'], describesAll: true, load: async () => (await import('./commands/completion/group.ts')).printCompletion },
  { names: ['man'], describesAll: true, load: async () => (await import('./commands/man/group.ts')).writeManPages },
];

/** Returns the sections that the words of a command line may name; all if they name none. */
function sectionsFor(words: readonly string[]): readonly Section[] {
  // A word may also be the value of an option. Then its section is loaded without need.
  const named = SECTIONS.filter(({ names }) => names.some((name) => words.includes(name)));
  return named.length === 0 || named.some(({ describesAll }) => describesAll) ? SECTIONS : named;
}

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

/** Runs one command line and returns its exit code; an error is printed as one line on stderr. */
export async function runProgram(words: readonly string[], shell: Shell): Promise<number> {
  try {
    const program = await buildProgram(shell, isVersion(words) ? [] : sectionsFor(words));
    await program.parseAsync([...words], { from: 'user' });
    return shell.exitCode;
  } catch (error) {
    // Commander has already printed its error.
    if (error instanceof CommanderError) return exitCodeOf(error);
    if (isInterruption(error) && describeFailure(error) !== INTERRUPTED) shell.stderr.write(`millrace: ${describeFailure(error)}\n`);
    if (shell.signal.aborted || isInterruption(error)) return EXIT.interrupted;
    shell.stderr.write(`millrace: ${describeFailure(error)}\n`);
    return exitCodeOf(error);
  }
}

/** Whether a command line only asks for the version, for which no command is loaded. */
const isVersion = ([word, ...others]: readonly string[]): boolean => others.length === 0 && (word === '--version' || word === '-V');
