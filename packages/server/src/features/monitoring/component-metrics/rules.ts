/** The rules of component metrics. */
import type { Schema } from '@millrace/contract';
import { invalid, tooOften } from '../../../core/base/problem.ts';

type FieldFilter = Schema<'ComponentFieldFilter'>;
type TextField = Exclude<FieldFilter['field'], 'component_start_time_seconds'>;

/** A valid filter. */
export type ComponentFilter =
  | { field: TextField; operator: 'in'; values: readonly string[] }
  | { field: 'component_start_time_seconds'; operator: 'gt' | 'gte' | 'lt' | 'lte'; seconds: number };

/** The rate limit of searches: per caller, minute and server process. */
export const SEARCHES_PER_MINUTE = 5;
const MAX_VALUES = 200;
const MAX_CHARACTERS = 500;

/**
 * Refuses a search above the rate limit, because a search reads many executions.
 * @rule component-metrics.limits.rate
 */
export function requireSearchRate(waitSeconds: number | undefined): void {
  if (waitSeconds !== undefined)
    throw tooOften(
      `You can search components ${SEARCHES_PER_MINUTE} times a minute: wait ${waitSeconds} seconds, or read the components of one execution.`,
      waitSeconds,
    );
}

/**
 * Reads filters; refuses the first invalid filter with its place and its valid values.
 * @rule component-metrics.search.filters
 */
export const readComponentFilters = (filters: readonly FieldFilter[]): ComponentFilter[] =>
  filters.map(({ field, operator, value }, index) => {
    const place = `filters[${index}]`;
    if (field === 'component_start_time_seconds') {
      if (operator === 'in') throw malformedFilter(place, `${field} has the operators gt, gte, lt, lte, not in`);
      if (typeof value !== 'number' || !Number.isFinite(value))
        throw malformedFilter(place, 'value must be a number of seconds since 1970');
      return { field, operator, seconds: value };
    }
    if (operator !== 'in') throw malformedFilter(place, `${field} has the operator in, not ${operator}`);
    const isList = Array.isArray(value) && value.length > 0 && value.length <= MAX_VALUES;
    if (!isList || !value.every((text: unknown) => typeof text === 'string' && text.length <= MAX_CHARACTERS))
      throw malformedFilter(place, `value must be a list of 1 to ${MAX_VALUES} texts of at most ${MAX_CHARACTERS} characters`);
    return { field, operator, values: value as string[] };
  });

const malformedFilter = (place: string, fault: string) => invalid('malformed_filter', `${place}: ${fault}.`);

/**
 * Reads the period of a search, or refuses it: components that started at `from` or later, and before `to`.
 * @rule component-metrics.search.time
 */
export function searchPeriodOf({ startTime, endTime }: { startTime: string; endTime: string }): { from: Date; to: Date } {
  const [from, to] = [timeIn('startTime', startTime), timeIn('endTime', endTime)];
  if (from > to) throw invalid('period_reversed', 'The period ends before it starts: "startTime" must not be later than "endTime".');
  return { from, to };
}

function timeIn(name: string, text: string): Date {
  const time = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? new Date(text) : undefined;
  if (!time || Number.isNaN(time.getTime()))
    throw invalid('malformed_request', `body.${name} is not a valid time: send a time such as 2026-01-31T12:00:00.000Z.`);
  return time;
}
