/** Fields with an entry on each line. */

/** The entries that a person has typed, one on each line, without the spaces around them; empty lines are left out. */
export const linesIn = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
