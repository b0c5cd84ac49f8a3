/** The range and the buckets in which the list of runs is counted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FAILED_PARTS,
  rangeOfRuns,
  STATE_CHIPS,
  toggledStatuses,
  toSearchBody,
  RUN_STATUSES,
} from '../src/features/task-executions/run-filters.ts';

const NOW = Date.parse('2026-03-10T10:20:30Z');
const HOUR = 3_600_000;

describe('the filters of runs', () => {
  it('have a range that begins with a whole hour, or with a whole minute', () => {
    assert.equal(new Date(rangeOfRuns({ period: '24h' }, NOW)?.from ?? 0).toISOString(), '2026-03-09T10:00:00.000Z');
    assert.equal(new Date(rangeOfRuns({ period: '1h' }, NOW)?.from ?? 0).toISOString(), '2026-03-10T09:20:00.000Z');
    assert.equal(rangeOfRuns({}, NOW), undefined);
  });
  it('have a range of their own, which may lack an end', () => {
    const [from, to] = ['2026-03-01T08:30:00Z', '2026-03-02T00:00:00Z'];
    assert.deepEqual(rangeOfRuns({ from, to }, NOW), { from: Date.parse(from), to: Date.parse(to) });
    assert.deepEqual(rangeOfRuns({ from }, NOW), { from: Date.parse(from), to: NOW + HOUR });
    assert.deepEqual(rangeOfRuns({ to }, NOW), { from: 0, to: Date.parse(to) });
    assert.deepEqual(toSearchBody('e', { from, to }, NOW).filters, [
      { field: 'period', operator: 'between', value: [new Date(from).toISOString(), new Date(to).toISOString()] },
    ]);
  });
  it('choose the runs that started by themselves, and those of a cause', () => {
    assert.deepEqual(toSearchBody('e', { started: 'itself', cause: 'c' }, NOW).filters, [
      { field: 'cause', operator: 'in', value: ['c'] },
      { field: 'apiVersion', operator: 'is_empty', value: true },
    ]);
  });
  it('have a chip for each status, once', () => {
    assert.deepEqual(
      STATE_CHIPS.find(({ id }) => id === 'notWell')?.statuses,
      FAILED_PARTS.flatMap(({ statuses }) => [...statuses]),
    );
    assert.deepEqual(STATE_CHIPS.flatMap(({ statuses }) => [...statuses]).toSorted(), RUN_STATUSES.toSorted());
  });
  it('add all statuses of a chip, and take them away when all are chosen', () => {
    const failed = STATE_CHIPS.find(({ id }) => id === 'notWell')?.statuses ?? [];
    assert.equal(failed.length, 4);
    assert.deepEqual(toggledStatuses(['EXECUTION_SUCCESS', 'DEPLOY_FAILED'], failed), ['EXECUTION_SUCCESS', ...failed]);
    assert.deepEqual(toggledStatuses(['EXECUTION_SUCCESS', ...failed], failed), ['EXECUTION_SUCCESS']);
    assert.equal(toggledStatuses([...failed], failed), undefined);
  });
});
