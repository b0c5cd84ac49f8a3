/** Reads and writes texts in the format of Java's `Properties`. */

const UNESCAPED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Returns the values of a properties file by their names. Java reads such a file as ISO-8859-1. */
export function parseProperties(content: Buffer | string): Map<string, string> {
  const text = typeof content === 'string' ? content : content.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, '');
  const values = new Map<string, string>();
  for (const line of logicalLines(text)) {
    const name = /^(?:\\.|[^\\=:\s])*/.exec(line)?.[0] ?? '';
    const value = line.slice(name.length).replace(/^[ \t\f]*[=:]?[ \t\f]*/, '');
    if (name !== '') values.set(unescaped(name), unescaped(value));
  }
  return values;
}

/** Escapes a text as a name or a value of a properties file. */
export const escapedProperty = (text: string): string =>
  text.replaceAll(/[^\u0021-\u007e]|[\\=:#!]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Joins lines that end with a backslash, and leaves out comments and empty lines. */
function* logicalLines(text: string): Generator<string> {
  let parts: string[] = [];
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.replace(/^[ \t\f]+/, '');
    if (parts.length === 0 && (line === '' || /^[#!]/.test(line))) continue;
    const isContinued = (/(?<!\\)\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1;
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
