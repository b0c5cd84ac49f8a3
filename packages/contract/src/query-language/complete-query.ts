/** What can follow in a query that is being typed. It asks the parser, so that there is one grammar. */
import { parseQuery } from './parse-query.ts';
import { QueryError, type QueryExpectation } from './query-error.ts';

/** A completion: from which position the typed text is replaced, what may stand there, and the field of the condition. */
export type QueryCompletion = QueryExpectation & { from: number; typed: string; field?: string | undefined };

const JOINTS: QueryExpectation = { words: ['and', 'or'], kinds: [] };

/** Finds what can follow a text; undefined where the text before is wrong. */
export function completeQuery(text: string): QueryCompletion | undefined {
  const from = beginOf(text);
  const replaced = { from, typed: text.slice(from) };
  try {
    parseQuery(text.slice(0, from));
    return { ...JOINTS, ...replaced };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    if (error.expected === undefined || error.at < from) return undefined;
    return { ...error.expected, ...replaced, field: error.field };
  }
}

const QUOTED = /'(?:\\'|[^'])*'/y;

/** The position of the quote that is open at the end of a text, or of the word that ends there. */
function beginOf(text: string): number {
  for (let at = text.indexOf("'"); at >= 0; at = text.indexOf("'", QUOTED.lastIndex)) {
    QUOTED.lastIndex = at;
    if (!QUOTED.test(text)) return at;
  }
  return text.search(/[\w.]*$/);
}
