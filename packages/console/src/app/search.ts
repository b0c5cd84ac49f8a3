/** Search parameters: the part of a URL that selects the content of a page. They are plain texts, so people can read and change them. */

/** Search parameters as the router gets them. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Parses the query of a URL: a name that occurs several times gives a list. */
export function parseSearch(query: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    found[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return found;
}

/** Formats the query of a URL; undefined, an empty text and an empty list are left out. */
export function stringifySearch(search: RawSearch): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((item) => item !== undefined && item !== null && item !== '')
      .map((item): [string, string] => [name, String(item)]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** A parameter as a text; undefined if it is absent or empty. */
export const textIn = (search: RawSearch, name: string): string | undefined => {
  const value = [search[name]].flat()[0];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
};

/** A parameter as one of the given words; undefined for any other value. */
export const wordIn = <Word extends string>(search: RawSearch, name: string, words: readonly Word[]): Word | undefined => {
  const value = textIn(search, name);
  return words.find((word) => word === value);
};

/** A parameter as a list of the given words; other values are left out; undefined if none is left. */
export function wordsIn<Word extends string>(search: RawSearch, name: string, words: readonly Word[]): Word[] | undefined {
  const values = new Set([search[name]].flat());
  const found = words.filter((word) => values.has(word));
  return found.length > 0 ? found : undefined;
}

/** A parameter as an integer that is not negative; undefined for any other value. */
export function integerIn(search: RawSearch, name: string): number | undefined {
  const value = textIn(search, name);
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
