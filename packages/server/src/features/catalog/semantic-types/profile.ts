/** The quality of columns: the semantic type that most values of a sample have, and the numbers of valid, empty and invalid values. */
import { BUILT_IN_TYPES, type SemanticCheck } from './built-in-types.ts';

/** Numbers of values of a column. */
export type ColumnQuality = { invalid: number; empty: number; valid: number };

/** The profile of a column; the semantic type is null where no type fits. */
export type ColumnProfile = ColumnQuality & { semanticType: string | null };

/** The share of the distinct values that must fit a type. */
const MIN_SHARE = 0.8;
/** At most this many distinct values choose the type; all values are counted. */
const MAX_DISTINCT_VALUES = 1000;
/** Characters of the longest text that is checked. */
const LONGEST = 4000;

const BY_COLUMN_TYPE: Readonly<Record<string, RegExp>> = {
  INTEGER: /^[+-]?\d+$/,
  NUMBER: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$|^-?(?:Infinity|NaN)$/i,
  BOOLEAN: /^(?:true|false|t|f|yes|no|y|n|0|1)$/i,
};

/**
 * Profiles the values of a column. Types of the tenant come before the built-in ones.
 * @rule datasets.quality.sample
 */
export function profileColumn(columnType: string, values: readonly (string | null)[], own: readonly SemanticCheck[]): ColumnProfile {
  const { counts, empty } = distinctValues(values);
  const meaning = columnType === 'TEXT' ? meaningOf(firstOf(counts.keys(), MAX_DISTINCT_VALUES), [...own, ...BUILT_IN_TYPES]) : undefined;
  const form = BY_COLUMN_TYPE[columnType];
  const fits = meaning ? (text: string) => fitsType(meaning, text) : (text: string) => form?.test(text) ?? true;
  let valid = 0;
  for (const [value, count] of counts) if (fits(value)) valid += count;
  return { semanticType: meaning?.name ?? null, valid, invalid: values.length - empty - valid, empty };
}

/** Counts each distinct value, and the empty values. */
function distinctValues(values: readonly (string | null)[]): { counts: Map<string, number>; empty: number } {
  const counts = new Map<string, number>();
  let empty = 0;
  for (const value of values)
    if (value === null || value.trim() === '') empty += 1;
    else counts.set(value, (counts.get(value) ?? 0) + 1);
  return { counts, empty };
}

const firstOf = (texts: Iterable<string>, most: number): string[] => Iterator.from(texts).take(most).toArray();

/** Counts the values of a column by a semantic type. */
export function countValues(type: SemanticCheck, values: readonly (string | null)[]): ColumnQuality {
  const { counts, empty } = distinctValues(values);
  let valid = 0;
  for (const [value, count] of counts) if (fitsType(type, value)) valid += count;
  return { valid, invalid: values.length - empty - valid, empty };
}

/** A long text fits no type, and checking it would take too long. */
const fitsType = (type: SemanticCheck, text: string): boolean => text.length <= LONGEST && type.fits(text.trim());

/** The type that most values fit, if the share is large enough; the first one of equals. The check of a type ends when too many values do not fit. */
function meaningOf(values: readonly string[], types: readonly SemanticCheck[]): SemanticCheck | undefined {
  let best: { type: SemanticCheck; count: number } | undefined;
  const texts = values.filter((value) => value.length <= LONGEST).map((value) => value.trim());
  for (const type of types) {
    const wanted = Math.max(1, values.length * MIN_SHARE, (best?.count ?? 0) + 1);
    let missed = values.length - texts.length;
    for (const text of texts) if (!type.fits(text) && values.length - ++missed < wanted) break;
    const count = values.length - missed;
    if (count >= wanted) best = { type, count };
  }
  return best?.type;
}
