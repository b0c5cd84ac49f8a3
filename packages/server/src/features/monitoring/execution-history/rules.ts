/** The rules of the history: the form of filters, and the depth of a search. */
import type { Schema } from '@millrace/contract';
import { hasIdForm } from '../../../core/base/id.ts';
import { invalid, type Problem } from '../../../core/base/problem.ts';

type FieldFilter = Schema<'FieldFilter'>;
type Field = FieldFilter['field'];
type Operator = FieldFilter['operator'];
type RuntimeField = 'engineId' | 'clusterId' | 'destination';

/** A valid filter. */
export type HistoryFilter =
  | { field: Exclude<Field, 'runtime' | 'period'>; operator: 'in' | 'not_in'; values: readonly string[] }
  | { field: 'name'; operator: 'match' | 'not_match'; text: string }
  | { field: 'period'; operator: 'between'; from: Date; to: Date }
  | { field: 'executeDurationMs'; operator: 'greater_than' | 'less_than'; milliseconds: number }
  | { field: 'apiVersion'; operator: 'is_empty'; empty: boolean }
  | { field: 'runtime'; operator: 'and' | 'or'; parts: readonly RuntimePart[] };

/** A condition on the runtime of an execution. */
export type RuntimePart = { field: RuntimeField; operator: 'in' | 'not_in'; values: readonly string[] };

const PAGES = 20;
const MAX_VALUES = 200;
const MAX_PARTS = 30;
const MAX_CHARACTERS = 1000;
const MIN_MATCH_CHARACTERS = 3;
const LISTS = ['in', 'not_in'] as const;

const STATUSES = [
  'DEPLOY_FAILED',
  'EXECUTION_SUCCESS',
  'EXECUTION_FAILED',
  'EXECUTION_TERMINATED',
  'EXECUTION_TERMINATED_TIMEOUT',
  'EXECUTION_REJECTED',
  'EXECUTION_EVENT_RECEIVED',
  'DISPATCHING_FLOW',
  'STARTING_FLOW_EXECUTION',
  'STOPPING_FLOW_EXECUTION',
  'UNKNOWN',
  'EXECUTION_MISFIRED',
] satisfies readonly Schema<'HistoricExecution'>['status'][];

/** Returns whether a filter may find executions with a status. */
export const mayHaveStatus = (filter: HistoryFilter, status: string): boolean =>
  filter.field !== 'status' || !('values' in filter) || filter.values.includes(status) === (filter.operator === 'in');

const LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG'];
const DESTINATIONS = ['CLOUD', 'CLOUD_EXCLUSIVE', 'CLOUD_SANDBOX', 'REMOTE_ENGINE', 'REMOTE_ENGINE_CLUSTER', 'ELASTIC_ENGINE'];

/** The valid texts of a list: ids, any texts, or only these words. */
type Kind = 'id' | 'text' | readonly string[];

const FIELDS: Readonly<Record<Field, { operators: readonly Operator[]; kind?: Kind }>> = {
  status: { operators: LISTS, kind: STATUSES },
  workspaceId: { operators: LISTS, kind: 'id' },
  name: { operators: [...LISTS, 'match', 'not_match'], kind: 'text' },
  taskId: { operators: LISTS, kind: 'id' },
  planId: { operators: LISTS, kind: 'id' },
  artifactId: { operators: LISTS, kind: 'id' },
  artifactVersion: { operators: LISTS, kind: 'text' },
  tags: { operators: LISTS, kind: 'text' },
  runtime: { operators: ['or', 'and'] },
  period: { operators: ['between'] },
  executeDurationMs: { operators: ['greater_than', 'less_than'] },
  operator: { operators: LISTS, kind: 'text' },
  author: { operators: LISTS, kind: 'text' },
  version: { operators: LISTS, kind: 'text' },
  logLevel: { operators: LISTS, kind: LEVELS },
  id: { operators: LISTS, kind: 'id' },
  runProfileId: { operators: LISTS, kind: 'id' },
  apiVersion: { operators: [...LISTS, 'is_empty'], kind: 'text' },
  cause: { operators: LISTS, kind: 'id' },
};
const RUNTIME_FIELDS: Readonly<Record<RuntimeField, Kind>> = { engineId: 'id', clusterId: 'id', destination: DESTINATIONS };

/**
 * Reads filters; refuses the first invalid filter with its place and its valid values.
 * @rule execution-history.filters.refused
 */
export const readHistoryFilters = (filters: readonly FieldFilter[]): HistoryFilter[] =>
  filters.map((filter, index) => readFilter(filter, `filters[${index}]`));

function readFilter({ field, operator, value }: FieldFilter, place: string): HistoryFilter {
  const { operators, kind } = FIELDS[field];
  if (!operators.includes(operator)) throw malformedFilter(place, `${field} has the operators ${operators.join(', ')}, not ${operator}`);
  switch (operator) {
    case 'in':
    case 'not_in':
      return { field, operator, values: readValues(value, kind ?? 'text', `${place}.value`) } as HistoryFilter;
    case 'match':
    case 'not_match':
      return { field: 'name', operator, text: readMatch(value, place) };
    case 'between':
      return { field: 'period', operator, ...readPeriod(value, place) };
    case 'greater_than':
    case 'less_than':
      if (typeof value !== 'number' || !Number.isFinite(value)) throw malformedFilter(place, 'value must be a number of milliseconds');
      return { field: 'executeDurationMs', operator, milliseconds: value };
    case 'is_empty':
      if (typeof value !== 'boolean') throw malformedFilter(place, 'value must be true or false');
      return { field: 'apiVersion', operator, empty: value };
    case 'or':
    case 'and':
      return { field: 'runtime', operator, parts: readParts(value, `${place}.value`) };
  }
}

function readValues(value: unknown, kind: Kind, place: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES)
    throw malformedFilter(place, `it must be a list of 1 to ${MAX_VALUES} texts`);
  value.forEach((text: unknown, index) => {
    const itemPlace = `${place}[${index}]`;
    if (typeof text !== 'string' || text.length > MAX_CHARACTERS)
      throw malformedFilter(itemPlace, `it must be a text of at most ${MAX_CHARACTERS} characters`);
    if (kind === 'id' && !hasIdForm(text.toLowerCase())) throw malformedFilter(itemPlace, 'it is not a valid id');
    if (typeof kind === 'object' && !kind.includes(text)) throw malformedFilter(itemPlace, `it must be one of ${kind.join(', ')}`);
  });
  return kind === 'id' ? value.map((id: string) => id.toLowerCase()) : (value as string[]);
}

/** @rule execution-history.filters.match */
function readMatch(value: unknown, place: string): string {
  if (typeof value !== 'string' || value.length < MIN_MATCH_CHARACTERS || value.length > MAX_CHARACTERS)
    throw malformedFilter(place, `value must be a text of ${MIN_MATCH_CHARACTERS} to ${MAX_CHARACTERS} characters`);
  return value;
}

function readPeriod(value: unknown, place: string): { from: Date; to: Date } {
  const [from, to] = (Array.isArray(value) && value.length === 2 ? value : []).map((text: unknown) =>
    typeof text === 'string' && /^\d{4}-\d{2}-\d{2}(?:T|$)/.test(text) ? new Date(text) : new Date(Number.NaN),
  );
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime()))
    throw malformedFilter(place, 'value must be a list of two times such as ["2026-01-01T00:00:00Z", "2026-01-31T00:00:00Z"]');
  if (from > to) throw malformedFilter(place, 'the period ends before it starts');
  return { from, to };
}

function readParts(value: unknown, place: string): RuntimePart[] {
  const names = Object.keys(RUNTIME_FIELDS);
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_PARTS)
    throw malformedFilter(place, `it must be a list of 1 to ${MAX_PARTS} filters of ${names.join(', ')}`);
  return value.map((part: unknown, index) => {
    const itemPlace = `${place}[${index}]`;
    const { field, operator, value: values, ...more } = Object(part) as Record<string, unknown>;
    if (Object.keys(more).length > 0 || !names.includes(String(field)) || !LISTS.includes(operator as never))
      throw malformedFilter(itemPlace, `it must have a field of ${names.join(', ')}, the operator in or not_in, and a value`);
    const known = field as RuntimeField;
    return { field: known, operator: operator as 'in' | 'not_in', values: readValues(values, RUNTIME_FIELDS[known], `${itemPlace}.value`) };
  });
}

const malformedFilter = (place: string, fault: string): Problem => invalid('malformed_filter', `${place}: ${fault}.`);

/**
 * Refuses an offset after the 20th page.
 * @rule execution-history.limits.depth
 */
export function requirePageWithinDepth(limit: number, offset: number): void {
  if (offset > (PAGES - 1) * limit)
    throw invalid(
      'malformed_request',
      `A search has at most ${PAGES} pages, so that with this limit the offset is at most ${(PAGES - 1) * limit}: narrow the filters, or download.`,
    );
}

/**
 * Refuses a `lastId` of an execution that the actor cannot see; `position` is the place of the execution in the order, undefined if it was not found.
 * @rule execution-history.download.last
 */
export function requireKnownExecution(lastId: string | undefined, position: object | undefined): void {
  if (lastId !== undefined && !position)
    throw invalid(
      'malformed_request',
      `body.lastId: '${lastId}' is no execution of the environment that you can see: leave the field out to begin with the first execution.`,
    );
}
