import { Argument } from 'commander';
import { describeTree, everyCommand, rootOf, type ShownCommand, type ShownOption } from '../../command-tree.ts';
import { localCommand } from '../../command-builders.ts';

/** A word that may follow, with its meaning. */
type Candidate = { name: string; description: string };

/** An option that takes a value: of the command with this path, or of all commands where `path` is undefined. Without choices, a file name may follow. */
type ValueOption = { path: string | undefined; names: readonly string[]; choices: readonly string[] };

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

/** The pattern of bash and zsh for the typed words that name one of the commands. */
const patternOfAll = (commands: readonly ShownCommand[]): string =>
  commands
    .filter(({ words }) => words.length > 0)
    .map((command) => `"${pathOf(command)}"`)
    .join('|');

/** The pattern of bash and zsh for a command and the name of an option before the cursor. */
const patternOf = ({ path, names }: ValueOption): string =>
  names.map((name) => (path === undefined ? `*":${name}"` : `"${path}:${name}"`)).join('|');

/** The completion of bash: a function that finds the command in the typed words, and then offers what can follow. */
function bashCompletion(root: ShownCommand): string {
  const commands = everyCommand(root);
  const values = valueOptions(root).map((option) => {
    return `    ${patternOf(option)}) offered="${option.choices.join(' ')}" ;;`;
  });
  return `# Completion of millrace for bash. Load it in ~/.bashrc: source <(millrace completion bash)
_millrace() {
  local at="" word current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" offered=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${patternOfAll(commands)}) at="$at $word" ;;
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
  const values = valueOptions(root).map((option) => {
    const { choices } = option;
    return `    (${patternOf(option)}) ${choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files'}; return ;;`;
  });
  return `#compdef millrace
# Completion of millrace for zsh. Load it in ~/.zshrc after compinit: source <(millrace completion zsh)
_millrace() {
  local at="" word before="\${words[CURRENT-1]}"
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${patternOfAll(commands)}) at="$at $word" ;;
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

const COMPLETIONS: Readonly<Record<string, (root: ShownCommand) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** `millrace completion`. */
export const printCompletion = localCommand('completion', {
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
