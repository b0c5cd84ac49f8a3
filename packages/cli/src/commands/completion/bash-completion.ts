import type { ShownCommand } from '../../command-tree.ts';
import { candidatesAt, everyCommand, pathOf, sharedCandidates, valueOptions, type Candidate } from './candidates.ts';

/** The completion of bash: a function that finds the command in the typed words, and then offers what can follow. */
export function bashCompletion(root: ShownCommand): string {
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
