/** Reads and writes texts in the format of Java's `Properties`. */

const BLANKS = ' \t\f';
const ENDS_OF_NAMES = `=:${BLANKS}`;
const UNESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Returns the values of a properties file by their names. Java reads such a file as ISO-8859-1. */
export function parseProperties(content: Buffer | string): Map<string, string> {
  const text = typeof content === 'string' ? content : content.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const values = new Map<string, string>();
  for (const line of logicalLines(text)) {
    let end = 0;
    while (end < line.length && !ENDS_OF_NAMES.includes(line.charAt(end))) end += line[end] === '\\' ? 2 : 1;
    let value = afterBlanks(line, end);
    if (line[value] === '=' || line[value] === ':') value = afterBlanks(line, value + 1);
    if (end > 0) values.set(unescaped(line.slice(0, end)), unescaped(line.slice(value)));
  }
  return values;
}

/** Escapes a text as a name or a value of a properties file. */
export const escapedProperty = (text: string): string =>
  text.replaceAll(/[^\u0021-\u007e]|[\\=:#!]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the position after blanks. Regular expressions of this file repeat nothing, because one that does may overflow the stack on a long line. */
function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && BLANKS.includes(text.charAt(at))) at += 1;
  return at;
}

/** Joins lines that end with a backslash, and leaves out comments and empty lines. */
function* logicalLines(text: string): Generator<string> {
  let parts: string[] = [];
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.slice(afterBlanks(raw, 0));
    if (parts.length === 0 && (line === '' || /^[#!]/.test(line))) continue;
    let last = line.length;
    while (line[last - 1] === '\\') last -= 1;
    const isContinued = (line.length - last) % 2 === 1;
    parts.push(isContinued ? line.slice(0, -1) : line);
    if (isContinued) continue;
    yield parts.join('');
    parts = [];
  }
  if (parts.length > 0) yield parts.join('');
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.)|$)/gs, (_, code?: string, other = '') =>
    code === undefined ? (UNESCAPED[other] ?? other) : String.fromCharCode(Number.parseInt(code, 16)),
  );
