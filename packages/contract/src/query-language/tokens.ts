/** Splits the text of a query into tokens, each with its position. */
import { QueryError } from './query-error.ts';

/** A token; `value` is the text of a quoted literal without its quotes. */
export type QueryToken = { kind: 'word' | 'integer' | 'decimal' | 'quoted' | 'sign' | 'end'; text: string; value: string; at: number };

const LONGEST = 8000;
const TOKEN =
  /[ \t\r\n\f]*(?:(?<quoted>'(?:\\'|[^'])*')|(?<number>-\d+(?:\.\d*)?)|(?<word>[A-Za-z0-9_.]+)|(?<sign>!=|<=|>=|[=<>~*()[\],]))/y;

/** Reads the tokens of a query; the last one is the end. */
export function readTokens(text: string): QueryToken[] {
  if (text.length > LONGEST) throw new QueryError(text, LONGEST, `the text goes on; expected at most ${LONGEST} characters`);
  const tokens: QueryToken[] = [];
  const end = text.replace(/[ \t\r\n\f]+$/, '').length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match?.groups) throw unreadable(text, at);
    tokens.push(tokenOf(match.groups, TOKEN.lastIndex));
  }
  return [...tokens, { kind: 'end', text: '', value: '', at: text.length }];
}

function tokenOf({ quoted, number, word, sign }: Record<string, string | undefined>, end: number): QueryToken {
  const text = quoted ?? number ?? word ?? sign ?? '';
  const token = (kind: QueryToken['kind'], value = text): QueryToken => ({ kind, text, value, at: end - text.length });
  if (quoted !== undefined) return token('quoted', quoted.slice(1, -1).replaceAll(String.raw`\'`, "'"));
  if (sign !== undefined) return token('sign');
  if (/^-?\d+$/.test(text)) return token('integer');
  return token(/^-?\d+\.\d*$/.test(text) ? 'decimal' : 'word');
}

function unreadable(text: string, at: number): QueryError {
  const position = at + text.slice(at).search(/[^ \t\r\n\f]/);
  if (text[position] === "'") return new QueryError(text, position, 'the quote is never closed; expected another one');
  return new QueryError(
    text,
    position,
    `'${String.fromCodePoint(text.codePointAt(position) ?? 0)}' is not part of a query; quote texts by '`,
  );
}
