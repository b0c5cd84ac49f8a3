import { Failure } from './failure.ts';

/** A token of JSON: a text, a number, a word or a sign. */
const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const BLANKS = /[ \t\r\n]*/y;

/**
 * Reads JSON that the caller of a command has given. `source` names it, `advice` says what it must contain. Throws a `Failure` with line and column; it
 * repeats nothing of the text, because values may be secrets.
 */
export function parseJsonText(text: string, source: string, advice = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { line, column } = positionOfJsonError(text);
    throw new Failure('usage', `${source} is not JSON: see line ${line}, column ${column}.${advice && ` ${advice}`}`);
  }
}

/** Finds where a text stops being JSON. Line and column count from 1. Messages of `JSON.parse` do not always have the position. */
export function positionOfJsonError(text: string): { line: number; column: number } {
  const before = text.slice(0, faultOffset(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function faultOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  // The kind of token that may come next: a value, the name of a field, or a sign.
  let next: 'value' | 'firstItem' | 'name' | 'firstName' | 'colon' | 'separator' = 'value';
  for (let offset = 0; ;) {
    BLANKS.lastIndex = offset;
    offset += BLANKS.exec(text)?.[0].length ?? 0;
    TOKEN.lastIndex = offset;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return offset;
    const inside = open.at(-1);
    const closes = token === (inside === '{' ? '}' : ']') && inside !== undefined;
    if (closes && (next === 'separator' || next === 'firstItem' || next === 'firstName')) {
      open.pop();
      next = 'separator';
    } else if (next === 'colon' && token === ':') next = 'value';
    else if (next === 'separator' && token === ',' && inside !== undefined) next = inside === '{' ? 'name' : 'value';
    else if ((next === 'name' || next === 'firstName') && token.startsWith('"')) next = 'colon';
    else if ((next === 'value' || next === 'firstItem') && !'}],:'.includes(token)) {
      if (token === '{' || token === '[') open.push(token);
      next = token === '{' ? 'firstName' : token === '[' ? 'firstItem' : 'separator';
    } else return offset;
    offset += token.length;
  }
}
