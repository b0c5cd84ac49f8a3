/** Completes a query while a person types it. The completions come from the parser, so that there is only one grammar. */
import { parseQuery } from './parse-query.ts';
import { QueryError, type QueryExpectation } from './query-error.ts';

/** A completion: the position from which the typed text is replaced, the tokens that may follow, and the field of the condition. */
export type QueryCompletion = QueryExpectation & { from: number; typed: string; field?: string | undefined };

const CONJUNCTIONS: QueryExpectation = { words: ['and', 'or'], kinds: [] };

/** Finds the tokens that can follow a text; undefined if the text before is wrong. */
export function completeQuery(text: string): QueryCompletion | undefined {
  const from = startOf(text);
  const replaced = { from, typed: text.slice(from) };
  try {
    parseQuery(text.slice(0, from));
    return { ...CONJUNCTIONS, ...replaced };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    if (error.expected === undefined || error.at < from) return undefined;
    return { ...error.expected, ...replaced, field: error.field };
  }
}

/** A quoted literal, as in the tokens of parse-query.ts. */
const QUOTED = /'(?:\\'|[^'])*'/y;

/** The position of the quote that is open at the end of a text, or of the word that ends there. */
function startOf(text: string): number {
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", QUOTED.lastIndex)) {
    QUOTED.lastIndex = at;
    if (!QUOTED.test(text)) return at;
  }
  return text.search(/[\w.]*$/);
}
