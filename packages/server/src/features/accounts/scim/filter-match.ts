/** Compares an element of a list attribute with a filter, for the paths of PATCH operations. */
import { neutralWord } from '@millrace/contract';
import {
  refuseScimFilter,
  truthOf,
  type AttributePath,
  type ScimFilter,
  type ScimOperator,
  type ScimValue,
} from '../../../core/http/filter-text.ts';

/** An element of a list attribute. */
export type ScimElement = Readonly<Record<string, unknown>>;

/** Returns whether an element fits a filter. Texts are compared without regard to letter case. */
export function fitsFilter(element: ScimElement, filter: ScimFilter): boolean {
  if (filter.kind === 'and') return filter.parts.every((part) => fitsFilter(element, part));
  if (filter.kind === 'or') return filter.parts.some((part) => fitsFilter(element, part));
  if (filter.kind === 'not') return !fitsFilter(element, filter.part);
  if (filter.kind === 'values') throw refuseScimFilter('a path cannot contain a filter within a filter');
  const value = valueAt(element, filter.path);
  if (filter.kind === 'present') return value !== undefined && value !== null && value !== '';
  if (filter.path.attribute === 'primary') return compareValues(value === true, filter.operator, truthOf(filter.value));
  return compareValues(fold(value), filter.operator, fold(filter.value) as ScimValue);
}

function valueAt(element: ScimElement, { attribute, sub }: AttributePath): unknown {
  if (sub !== undefined) throw refuseScimFilter(`there is no attribute '${attribute}.${sub}' here`);
  return Object.entries(element).find(([name]) => name.toLowerCase() === attribute)?.[1];
}

/** Both spellings of a word are the same value. */
const fold = (value: unknown): unknown => (typeof value === 'string' ? neutralWord(value).toLowerCase() : (value ?? null));

function compareValues(found: unknown, operator: ScimOperator, value: ScimValue): boolean {
  if (operator === 'eq') return found === value;
  if (operator === 'ne') return found !== value;
  if (typeof found !== 'string' || typeof value !== 'string') return false;
  if (operator === 'co') return found.includes(value);
  if (operator === 'sw') return found.startsWith(value);
  if (operator === 'ew') return found.endsWith(value);
  if (operator === 'gt') return found > value;
  if (operator === 'ge') return found >= value;
  return operator === 'lt' ? found < value : found <= value;
}
