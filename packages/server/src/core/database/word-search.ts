/**
 * The search for names by words in any order, one of whose letters may be wrong. It needs no extension: pg_trgm may be created without the rights of a
 * superuser where its files are, but some packages of PostgreSQL leave them out, and the search must be the same on every install. Names are searched
 * within the tenant, so that comparing all of them is fast enough.
 */
import { and, contains, escapeLike, sql, type Sql } from './sql.ts';

/** Words from this length on may have a wrong letter: of a shorter one, almost every name has a similar part. */
const SHORTEST_WITH_ERROR = 4;
/** Longer words are searched as they are, so that patterns stay small. */
const LONGEST_WITH_ERROR = 40;
/** Further words are left out. */
const MOST_WORDS = 8;

/** The condition for texts that contain each word of `typed`, in any order; one letter of a word may be wrong, missing, added or swapped. */
export const hasWords = (column: Sql, typed: string): Sql =>
  and(
    typed
      .trim()
      .split(/\s+/)
      .slice(0, MOST_WORDS)
      .map((word) => {
        const letters = [...word.toLowerCase()];
        if (letters.length < SHORTEST_WITH_ERROR || letters.length > LONGEST_WITH_ERROR) return contains(column, word);
        return sql`lower(${column}) like any (${similarTo(letters)}::text[])`;
      }),
  );

/**
 * The patterns of a word with at most one error. PostgreSQL compares 3,000 names with those of two words in 10 ms; as one regular expression, compiling
 * it alone took 30 to 100 ms.
 */
function similarTo(letters: readonly string[]): string[] {
  const patternOf = (...parts: readonly string[]): string => `%${parts.join('')}%`;
  const safe = letters.map(escapeLike);
  const forms = safe.flatMap((letter, index) => {
    const [before, after] = [safe.slice(0, index), safe.slice(index + 1)];
    const [next, ...rest] = after;
    return [
      // Another letter, one too many, one too few, and two that are swapped.
      patternOf(...before, '_', ...after),
      patternOf(...before, ...after),
      patternOf(...before, '_', letter, ...after),
      ...(next === undefined ? [] : [patternOf(...before, next, letter, ...rest)]),
    ];
  });
  return [...new Set([patternOf(...safe), ...forms])];
}
