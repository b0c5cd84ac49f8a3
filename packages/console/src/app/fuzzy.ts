/**
 * Compares what a person types with the name of a page, an action or an object: words anywhere in the name, in any order, with typing errors. A library
 * for it would be larger than the rest of the palette, and finds letters that are scattered over a name, which looks arbitrary in a list of tasks.
 */
import { editDistance } from '@millrace/contract/nearest';

/** How well a name matches: the higher, the better. One with typing errors is shown only if no name matches without. */
type Match = { score: number; hasError: boolean };

/** Words from these lengths on may have one error, or two. */
const ONE_ERROR = 4;
const TWO_ERRORS = 8;

/** The score of a word by the place where the name has it; of one with typing errors, `ERROR` is divided by their number. */
const WHOLE_WORD = 1;
const WORD_BEGINNING = 0.9;
const INSIDE = 0.6;
const ERROR = 0.2;

/** In small letters, without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
const wordsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/** Returns how well a name matches; undefined if it lacks one of the words. An empty text matches all names. */
export function matchOf(typed: string, name: string): Match | undefined {
  const wanted = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const text = plain(name);
  const scores = wanted.map((word) => scoreOf(word, text, wordsOf(text)));
  if (scores.some((score) => score === 0)) return undefined;
  // A name that is not much longer than what was typed is more likely to be meant.
  const share = Math.min(1, wanted.join('').length / Math.max(1, text.length));
  const average = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
  return { score: average + share / 10, hasError: scores.some((score) => score < INSIDE) };
}

/** The score of a word, 0 if the name has no similar one. */
function scoreOf(word: string, text: string, words: readonly string[]): number {
  if (words.includes(word)) return WHOLE_WORD;
  if (words.some((one) => one.startsWith(word))) return WORD_BEGINNING;
  if (text.includes(word)) return INSIDE;
  const allowed = word.length >= TWO_ERRORS ? 2 : word.length >= ONE_ERROR ? 1 : 0;
  if (allowed === 0) return 0;
  const errors = Math.min(...words.flatMap((one) => beginningsOf(one, word.length, allowed).map((start) => editDistance(word, start))));
  return errors <= allowed ? ERROR / errors : 0;
}

/** The beginnings of a word that are as long as another one, give or take the errors: a person may not have typed its end. */
const beginningsOf = (word: string, length: number, errors: number): string[] => [
  ...new Set(Array.from({ length: 2 * errors + 1 }, (_, index) => word.slice(0, Math.max(1, length - errors + index)))),
];

/** An entry of the palette. The server has found those with `foundBy`: by the words of their names, or by other content of theirs. */
export type FindableEntry = { name: string; foundBy?: 'words' | 'content' };

/** The match of an entry that the server has found, and whose name does not match by the rules of this file. */
const FOUND_BY_SERVER: Readonly<Record<NonNullable<FindableEntry['foundBy']>, Match>> = {
  words: { score: ERROR / 4, hasError: true },
  content: { score: ERROR / 4, hasError: false },
};

/** The entries that match, the best first. Those with typing errors are left out if others have none. */
export function bestMatches<One extends FindableEntry>(typed: string, entries: readonly One[]): One[] {
  const matched = entries.flatMap((entry): { entry: One; match: Match }[] => {
    const match = matchOf(typed, entry.name) ?? (entry.foundBy && FOUND_BY_SERVER[entry.foundBy]);
    return match ? [{ entry, match }] : [];
  });
  const exact = matched.filter(({ match }) => !match.hasError);
  return (exact.length > 0 ? exact : matched).toSorted((one, other) => other.match.score - one.match.score).map(({ entry }) => entry);
}
