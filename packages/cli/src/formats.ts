/** The formats in which every command prints its result. */
export const FORMATS = ['table', 'json', 'yaml', 'name'] as const;

/** One of these formats. */
export type Format = (typeof FORMATS)[number];

/** The fields in which answers of the API have a name or an id, the preferred one first. */
const NAME_FIELDS = ['name', 'label', 'login', 'clientName', 'groupName'] as const;
const ID_FIELDS = ['id', 'executable', 'executionId', 'clientId', 'userId', 'groupId'] as const;
/** The fields in which lists of the API have their entries. */
const LIST_FIELDS = ['items', 'data', 'Resources'] as const;

/** Returns the entries of an answer that is a list; undefined for any other answer. */
export function entriesOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  return LIST_FIELDS.map((field) => valueAt(answer, field)).find((list) => Array.isArray(list));
}

/**
 * Returns the names in an answer, as other commands accept them: an entry without a name, or with the name of another entry, is named by its id. Entries
 * with neither are left out.
 */
export function namesIn(answer: unknown): string[] {
  const entries = (entriesOf(answer) ?? [answer]).map((entry) => ({ name: textIn(entry, NAME_FIELDS), id: textIn(entry, ID_FIELDS) }));
  const times = Map.groupBy(entries, ({ name }) => name);
  return entries.flatMap(({ name, id }) => (name !== undefined && times.get(name)?.length === 1 ? name : (id ?? name ?? [])));
}

function textIn(entry: unknown, fields: readonly string[]): string | undefined {
  return fields.map((field) => valueAt(entry, field)).find((value): value is string => typeof value === 'string' && value !== '');
}

/** Returns a field of an answer; undefined if it has none of that name. */
export const valueAt = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[field] : undefined;
