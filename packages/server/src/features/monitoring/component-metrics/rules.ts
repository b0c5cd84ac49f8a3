/** The rules of component metrics. */
import type { Schema } from '@millrace/contract';
import { invalid, tooOften } from '../../../core/base/problem.ts';

type FieldFilter = Schema<'ComponentFieldFilter'>;
type TextField = Exclude<FieldFilter['field'], 'component_start_time_seconds'>;

/** A filter that makes sense. */
export type ComponentFilter =
  | { field: TextField; operator: 'in'; values: readonly string[] }
  | { field: 'component_start_time_seconds'; operator: 'gt' | 'gte' | 'lt' | 'lte'; seconds: number };

/** Searches of a caller in a minute, in each process. */
export const SEARCHES_PER_MINUTE = 5;
const MOST_VALUES = 200;
const LONGEST = 500;

/**
 * A search looks through many executions, so a caller makes few of them.
 * @rule component-metrics.limits.rate
 */
export function enforceSearchRate(waitSeconds: number | undefined): void {
  if (waitSeconds !== undefined)
    throw tooOften(
      `Components are searched ${SEARCHES_PER_MINUTE} times a minute: wait ${waitSeconds} seconds, or ask for one execution.`,
      waitSeconds,
    );
}

/**
 * Reads filters; the first one that makes no sense is refused with its place and what it may be.
 * @rule component-metrics.search.filters
 */
export const readComponentFilters = (filters: readonly FieldFilter[]): ComponentFilter[] =>
  filters.map(({ field, operator, value }, index) => {
    const place = `filters[${index}]`;
    if (field === 'component_start_time_seconds') {
      if (operator === 'in') throw wrong(place, `${field} takes the operators gt, gte, lt, lte, not in`);
      if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(place, 'value must be a number of seconds since 1970');
      return { field, operator, seconds: value };
    }
    if (operator !== 'in') throw wrong(place, `${field} takes the operator in, not ${operator}`);
    const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST_VALUES;
    if (!isList || !value.every((one: unknown) => typeof one === 'string' && one.length <= LONGEST))
      throw wrong(place, `value must be a list of 1 to ${MOST_VALUES} texts of at most ${LONGEST} characters`);
    return { field, operator, values: value as string[] };
  });

const wrong = (place: string, what: string) => invalid('malformed_filter', `${place}: ${what}.`);

/**
 * The time in which components started, half-open.
 * @rule component-metrics.search.time
 */
export function timeOf({ startTime, endTime }: { startTime: string; endTime: string }): { from: Date; to: Date } {
  const [from, to] = [momentOf('startTime', startTime), momentOf('endTime', endTime)];
  if (from > to) throw invalid('period_reversed', 'The time ends before it starts: "startTime" must not be later than "endTime".');
  return { from, to };
}

function momentOf(name: string, text: string): Date {
  const moment = /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? new Date(text) : undefined;
  if (!moment || Number.isNaN(moment.getTime()))
    throw invalid('malformed_request', `body.${name} is not a moment: send a time such as 2026-01-31T12:00:00.000Z.`);
  return moment;
}
