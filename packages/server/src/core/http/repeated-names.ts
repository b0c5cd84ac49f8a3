/** Finds names that a JSON text has twice in one object. Parsers keep only the last value of such a name, so a check after them cannot find it. */

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g;

/** An open object with its names so far, or an open list. `expectsName` says whether the next text is a name. */
type Open = { names: Set<string> | undefined; expectsName: boolean };

/** Returns the first name that an object of a valid JSON text has twice; undefined if there is none. */
export function repeatedName(text: string): string | undefined {
  const open: Open[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const inner = open.at(-1);
    if (token === '{') open.push({ names: new Set(), expectsName: true });
    else if (token === '[') open.push({ names: undefined, expectsName: false });
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') {
      if (inner) inner.expectsName = inner.names !== undefined;
    } else if (token === ':') {
      if (inner) inner.expectsName = false;
    } else if (inner?.names && inner.expectsName) {
      const name = JSON.parse(token) as string;
      if (inner.names.has(name)) return name;
      inner.names.add(name);
    }
  }
  return undefined;
}
