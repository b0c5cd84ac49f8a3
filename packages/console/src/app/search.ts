/** Search parameters: the part of an address that says what a view shows. They are plain texts, so people can read and change them. */

/** Search parameters as the router gets them. */
export type RawSearch = Readonly<Record<string, unknown>>;

/** Reads the query of an address: a name that occurs several times is a list. */
export function parseSearch(query: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(query);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    found[name] = values.length > 1 ? values : (values[0] ?? '');
  }
  return found;
}

/** Writes the query of an address; undefined, an empty text and an empty list are left out. */
export function stringifySearch(search: RawSearch): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined || one === null || one === '' ? [] : [[name, String(one)] as [string, string]])),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** A text; undefined if there is none. */
export const textIn = (search: RawSearch, name: string): string | undefined => {
  const value = [search[name]].flat()[0];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;
};

/** One of some words; undefined for any other. */
export const wordIn = <Word extends string>(search: RawSearch, name: string, words: readonly Word[]): Word | undefined => {
  const value = textIn(search, name);
  return words.find((one) => one === value);
};

/** A list of some words, without any other; undefined if there are none. */
export function wordsIn<Word extends string>(search: RawSearch, name: string, words: readonly Word[]): Word[] | undefined {
  const values = new Set([search[name]].flat());
  const found = words.filter((one) => values.has(one));
  return found.length > 0 ? found : undefined;
}

/** A whole number that is not negative; undefined for any other value. */
export function wholeIn(search: RawSearch, name: string): number | undefined {
  const value = textIn(search, name);
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
