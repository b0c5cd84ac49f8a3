/** The error of a query that cannot be parsed, with its position. */

/** The tokens that may follow at a position of a query: words and signs of the language, and kinds of names and values. */
export type QueryExpectation = { words: readonly string[]; kinds: readonly ('field' | 'text' | 'number')[] };

/** A query that cannot be used. `at` counts UTF-16 units from 0, the message counts characters from 1. */
export class QueryError extends Error {
  readonly at: number;
  /** The tokens that the parser expected there, and the field of the condition; undefined for errors of another kind. */
  readonly expected: QueryExpectation | undefined;
  readonly field: string | undefined;

  constructor(text: string, at: number, fault: string, expected?: QueryExpectation, field?: string) {
    super(`The query cannot be used at character ${Array.from(text.slice(0, at)).length + 1}: ${fault}.`);
    this.name = 'QueryError';
    this.at = at;
    this.expected = expected;
    this.field = field;
  }
}

/** The position of an error in UTF-16 units from 0, by the message of a refusal; undefined if it names none. */
export function positionInQuery(message: string, text: string): number | undefined {
  const character = /^The query cannot be used at character (\d+): /.exec(message)?.[1];
  if (character === undefined) return undefined;
  return Array.from(text)
    .slice(0, Number(character) - 1)
    .join('').length;
}

const SHOWN = 40;

/** A part of the text, short enough for a message. */
export const shortenQuery = (part: string): string => (part.length > SHOWN ? `${part.slice(0, SHOWN)}…` : part);
