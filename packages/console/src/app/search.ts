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

/** Builds the query of a URL. Leaves out undefined, null and empty texts, within lists, too. */
export function stringifySearch(search: RawSearch): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((item) => item !== undefined && item !== null && item !== '')
      .map((item): [string, string] => [name, String(item)]),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

/** Reads the value of a parameter; undefined if it is absent or invalid. */
type ParameterReader<Value> = (value: unknown) => Value | undefined;

/** Reads a text that is not empty, or a number as text; of several values, the first one. */
export const anyText = (value: unknown): string | undefined => {
  const first = [value].flat()[0];
  return typeof first === 'string' && first !== '' ? first : typeof first === 'number' ? String(first) : undefined;
};

/** Reads one of the given words. */
export const oneWord =
  <const Word extends string>(...words: readonly Word[]): ParameterReader<Word> =>
  (value) => {
    const text = anyText(value);
    return words.find((word) => word === text);
  };

/** Reads a list of the given words; other values are left out; undefined if none is left. */
export const someWords =
  <const Word extends string>(...words: readonly Word[]): ParameterReader<Word[]> =>
  (value) => {
    const values = new Set([value].flat());
    const found = words.filter((word) => values.has(word));
    return found.length > 0 ? found : undefined;
  };

/** Reads an integer that is not negative. */
export const anyInteger = (value: unknown): number | undefined => {
  const text = anyText(value);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Reads a time in UTC in ISO 8601, such as 2026-11-23T08:00:00Z. */
export const anyInstant = (value: unknown): string | undefined => {
  const text = anyText(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

/** The parameters of a page: how each of them is read. */
export type SearchSchema = Readonly<Record<string, ParameterReader<unknown>>>;

/** The values of the parameters of a page. */
export type SearchOf<Schema extends SearchSchema> = { [Name in keyof Schema]?: ReturnType<Schema[Name]> };

/** Reads the parameters of a page; parameters that its schema does not have are left out. */
export const readSearch = <Schema extends SearchSchema>(schema: Schema, search: RawSearch): SearchOf<Schema> =>
  Object.fromEntries(Object.entries(schema).map(([name, read]) => [name, read(search[name])])) as SearchOf<Schema>;
