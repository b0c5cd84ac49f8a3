import type { ShownCommand } from '../../command-tree.ts';
import { candidatesAt, everyCommand, pathOf, sharedCandidates, valueOptions, type Candidate } from './candidates.ts';

/** The completion of fish: rules that hold where the typed words name a command. */
export function fishCompletion(root: ShownCommand): string {
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
