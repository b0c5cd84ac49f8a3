import type { ShownCommand } from '../../command-tree.ts';
import { candidatesAt, everyCommand, pathOf, sharedCandidates, valueOptions, type Candidate } from './candidates.ts';

/** The completion of zsh: a function that finds the command in the typed words, and then describes what can follow. */
export function zshCompletion(root: ShownCommand): string {
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
