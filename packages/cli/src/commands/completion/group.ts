import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Argument } from 'commander';
import { describeTree, rootOf, type ShownCommand, type ShownOption } from '../../command-tree.ts';
import { localCommand } from '../../command-builders.ts';
import { absolutePath } from '../../shell.ts';
import { version } from '../../version.ts';

/** A word that may follow, with its meaning. */
type Candidate = { name: string; description: string };

/** An option that takes a value: of the command with this path, or of all commands where `path` is undefined. Without choices, a file name may follow. */
type ValueOption = { path: string | undefined; names: readonly string[]; choices: readonly string[] };

/** Lists the command and all below it. */
const everyCommand = (command: ShownCommand): ShownCommand[] => [command, ...command.children.flatMap(everyCommand)];

/** The words of a command, each after a blank. */
const pathOf = ({ words }: ShownCommand): string => words.map((word) => ` ${word}`).join('');

/** The words that may follow a command: the commands below it, values of its arguments, and its own options. */
function candidatesAt(command: ShownCommand): Candidate[] {
  return [
    ...command.children.map(({ words, summary }) => ({ name: words.at(-1) ?? '', description: summary })),
    ...command.arguments.flatMap(({ choices, description }) => choices.map((name) => ({ name, description }))),
    ...(command.words.length === 0 ? [] : optionNames(command.options)),
  ];
}

/** The options that may follow every command. */
const sharedCandidates = (root: ShownCommand): Candidate[] => [
  ...optionNames(root.options),
  { name: '--help', description: 'display help' },
];

/** All options that take a value. Those of commands come first. */
function valueOptions(root: ShownCommand): ValueOption[] {
  const valueOptionsOf = (path: string | undefined, options: readonly ShownOption[]): ValueOption[] =>
    options.filter(({ takesValue }) => takesValue).map(({ names, choices }) => ({ path, names, choices }));
  return [
    ...everyCommand(root).flatMap((command) => (command === root ? [] : valueOptionsOf(pathOf(command), command.options))),
    ...valueOptionsOf(undefined, root.options),
  ];
}

const optionNames = (options: readonly ShownOption[]): Candidate[] =>
  options.flatMap(({ names, description }) => names.slice(-1).map((name) => ({ name, description })));

/** The completion of bash: a function that finds the command in the typed words, and then offers what can follow. */
function bashCompletion(root: ShownCommand): string {
  const commands = everyCommand(root);
  const known = commands.filter(({ words }) => words.length > 0).map((command) => `"${pathOf(command)}"`);
  const values = valueOptions(root).map(({ path, names, choices }) => {
    const before = names.map((name) => (path === undefined ? `*":${name}"` : `"${path}:${name}"`));
    return `    ${before.join('|')}) offered="${choices.join(' ')}" ;;`;
  });
  return `# Completion of millrace for bash. Load it in ~/.bashrc: source <(millrace completion bash)
_millrace() {
  local at="" word current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" offered=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${known.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at:$before" in
${values.join('\n')}
    *)
      case "$at" in
${commands.map((command) => `        "${pathOf(command)}") offered="${namesOf(candidatesAt(command))}" ;;`).join('\n')}
      esac
      offered="$offered ${namesOf(sharedCandidates(root))}" ;;
  esac
  # Without an offer, bash completes file names.
  mapfile -t COMPREPLY < <(compgen -W "$offered" -- "$current")
}
complete -o default -F _millrace millrace
`;
}

const namesOf = (candidates: readonly Candidate[]): string => candidates.map(({ name }) => name).join(' ');

/** The completion of zsh: a function that finds the command in the typed words, and then describes what can follow. */
function zshCompletion(root: ShownCommand): string {
  const commands = everyCommand(root);
  const known = commands.filter(({ words }) => words.length > 0).map((command) => `"${pathOf(command)}"`);
  const values = valueOptions(root).map(({ path, names, choices }) => {
    const before = names.map((name) => (path === undefined ? `*":${name}"` : `"${path}:${name}"`));
    return `    (${before.join('|')}) ${choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files'}; return ;;`;
  });
  return `#compdef millrace
# Completion of millrace for zsh. Load it in ~/.zshrc after compinit: source <(millrace completion zsh)
_millrace() {
  local at="" word before="\${words[CURRENT-1]}"
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${known.join('|')}) at="$at $word" ;;
    esac
  done
  case "$at:$before" in
${values.join('\n')}
  esac
  case "$at" in
${commands.map((command) => `    ("${pathOf(command)}") offered=(${candidatesAt(command).map(described).join(' ')}) ;;`).join('\n')}
  esac
  offered+=(${sharedCandidates(root).map(described).join(' ')})
  _describe 'millrace' offered || _files
}
compdef _millrace millrace
`;
}

const described = ({ name, description }: Candidate): string => `'${name.replaceAll(':', '\\:')}:${description.replaceAll("'", "'\\''")}'`;

/** The completion of fish: rules that hold where the typed words name a command. */
function fishCompletion(root: ShownCommand): string {
  const commands = everyCommand(root);
  const known = commands.filter(({ words }) => words.length > 0).map((command) => quoted(pathOf(command)));
  const rules = [
    ...commands.flatMap((command) =>
      candidatesAt(command).map((candidate) => offer(candidate, `-n ${quoted(`__millrace_at ${quoted(pathOf(command))}`)} `)),
    ),
    ...sharedCandidates(root).map((candidate) => offer(candidate, '')),
    ...valueOptions(root).flatMap(({ path, names, choices }) =>
      names.map((name) => {
        const values = choices.length > 0 ? `-f -a ${quoted(choices.join(' '))}` : '-F';
        return `complete -c millrace -n ${quoted(`__millrace_after ${name}${path === undefined ? '' : ` ${quoted(path)}`}`)} ${values}`;
      }),
    ),
  ];
  return `# Completion of millrace for fish. Store it: millrace completion fish > ~/.config/fish/completions/millrace.fish
set -g __millrace_commands ${known.join(' ')}
function __millrace_path
    set -l at ""
    for word in (commandline -opc)[2..-1]
        contains -- "$at $word" $__millrace_commands; and set at "$at $word"
    end
    printf '%s\\n' "$at"
end
function __millrace_at
    test (__millrace_path) = "$argv[1]"
end
function __millrace_after
    set -l words (commandline -opc)
    test "$words[-1]" = "$argv[1]"; or return 1
    test (count $argv) -eq 1; or test (__millrace_path) = "$argv[2]"
end
${rules.join('\n')}
`;
}

const offer = ({ name, description }: Candidate, where: string): string =>
  `complete -c millrace ${where}-a ${quoted(name)} -d ${quoted(description)}`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** `millrace man`. */
const writeManPages = localCommand('man', {
  description: 'Write a man page for each command into a folder',
  arguments: { '<folder>': 'the folder; man finds those that end in man1' },
  examples: ['millrace man ~/.local/share/man/man1'],
  async run({ command, output, shell }, folder: string) {
    const root = describeTree(rootOf(command));
    const pages = everyCommand(root);
    const target = absolutePath(folder, shell);
    await mkdir(target, { recursive: true });
    for (const page of pages) await writeFile(join(target, `${manPageName(page)}.1`), manPage(page, version, root));
    return output.printResult(
      pages.map((page) => ({ name: manPageName(page) })),
      `Wrote ${pages.length} pages into ${target}.`,
    );
  },
});

/** The name of the page of a command, as in `man millrace-task-run`. */
const manPageName = ({ words }: ShownCommand): string => ['millrace', ...words].join('-');

/** The page of a command in the format of man(7). */
function manPage(command: ShownCommand, version: string, shared: ShownCommand): string {
  const name = manPageName(command);
  const listed = (title: string, rows: readonly (readonly [string, string])[]): string[] =>
    rows.length === 0 ? [] : [`.SH ${title}`, ...rows.flatMap(([term, text]) => ['.TP', `.B ${roff(term)}`, ...paragraphs(text)])];
  const lines = [
    `.TH "${name.toUpperCase()}" "1" "" "millrace ${version}"`,
    '.SH NAME',
    `${roff(name)} \\- ${roff(command.summary)}`,
    '.SH SYNOPSIS',
    `.B ${roff(['millrace', ...command.words].join(' '))}`,
    roff(command.usage),
    '.SH DESCRIPTION',
    ...paragraphs(command.description),
    ...listed('COMMANDS', command.children.map((child) => [child.words.at(-1) ?? '', child.summary])), // prettier-ignore
    ...listed('ARGUMENTS', command.arguments.map((argument) => [argument.name, argument.description])), // prettier-ignore
    ...listed('OPTIONS', command.options.map((option) => [option.flags, option.description])), // prettier-ignore
    ...(command === shared ? [] : listed('GLOBAL OPTIONS', shared.options.map((option) => [option.flags, option.description]))), // prettier-ignore
    ...(command.examples.length === 0 ? [] : ['.SH EXAMPLES', '.nf', ...command.examples.map(roff), '.fi']),
  ];
  return `${lines.join('\n')}\n`;
}

const paragraphs = (text: string): string[] =>
  text.split('\n').flatMap((line, index, all) => (line === '' ? (index < all.length - 1 ? ['.PP'] : []) : [roff(line)]));

/** Escapes a text, so that roff finds no request and no escape in it. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/, '\\&$1');

const COMPLETIONS: Readonly<Record<string, (root: ShownCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

const printCompletion = localCommand('completion', {
  description: 'Print a script with which a shell completes commands and options',
  adjust: (command) => command.addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(COMPLETIONS))),
  examples: [
    'source <(millrace completion bash)',
    'source <(millrace completion zsh)',
    'millrace completion fish > ~/.config/fish/completions/millrace.fish',
  ],
  run({ command, shell }, name: string) {
    shell.stdout.write(COMPLETIONS[name]?.(describeTree(rootOf(command))) ?? '');
  },
});

/** The commands that describe all others: `millrace completion` and `millrace man`. */
export const completionCommands = [printCompletion, writeManPages];
