/**
 * Returns the technical name of a table: its parts (schema and table, or the path of a file) with dots between them. A part that is empty or has a dot
 * or a quotation mark is quoted as in SQL, so that two different tables never have the same name.
 */
export const technicalNameOf = (parts: readonly string[]): string =>
  parts.map((part) => (part === '' || /[."]/.test(part) ? quotedName(part) : part)).join('.');

/** Returns a name as a quoted identifier of the SQL standard. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
