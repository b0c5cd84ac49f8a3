import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/base/problem.ts';
import { readEventFilter, storedEventFilter, type FilteredEvent } from './event-filter.ts';

const RELOAD = 'com.service.v1.app.reload.finished';
const event: FilteredEvent = { spaceId: 'space', topLevelResourceId: 'Task', data: { status: 'ok' } };
const fits = (filter: string, candidate = event): boolean => storedEventFilter(filter)(candidate);

/** The message with which a filter is refused. */
function refusal(text: string, types: readonly string[] = ['com.service.v1.task.run.finished']): string {
  try {
    readEventFilter(text, types);
  } catch (error) {
    assert.ok(error instanceof Problem);
    assert.deepEqual([error.status, error.code], [400, 'malformed_filter']);
    return error.message;
  }
  assert.fail(`'${text}' was accepted`);
}

test('webhooks.create.filter', () => {
  for (const filter of [
    'id eq "task"',
    'ID EQ "TASK"',
    'topLevelResourceId eq "Task" and spaceId eq "space"',
    'id eq "x" or spaceId eq "space"',
    'spaceId ne "other"',
    'id eq "x" and id eq "x" or spaceId eq "space"',
    '(id eq "task" or id eq "x") and spaceId eq "space"',
    String.raw`spaceId eq "\u0073pace"`,
  ])
    assert.ok(fits(filter), filter);
  for (const filter of [
    'id eq "other"',
    'id ne "task"',
    'id eq "task" and spaceId eq "other"',
    'id eq "x" and (id eq "task" or spaceId eq "space")',
  ])
    assert.ok(!fits(filter), filter);
});

test('an event without a value differs from every value', () => {
  const bare: FilteredEvent = { spaceId: null, topLevelResourceId: null, data: null };
  assert.deepEqual(
    [fits('spaceId ne "space"', bare), fits('spaceId eq "space"', bare), fits('data.status eq "ok"', bare)],
    [true, false, false],
  );
  assert.ok(fits('id eq "own"', { ...bare, topLevelResourceId: 'own' }));
});

test('webhooks.create.reload-status', () => {
  const failed = readEventFilter('data.status eq "error" and spaceId eq "space"', [RELOAD]);
  assert.deepEqual([failed(event), failed({ ...event, data: { status: 'error' } })], [false, true]);
  for (const types of [[], ['com.service.v1.task.run.finished'], [RELOAD, 'com.service.v1.task.run.finished']])
    assert.match(refusal('spaceId eq "space" or data.status eq "ok"', types), /character 23: data\.status can be compared only if/);
});

test('webhooks.create.reload-status: the status is ok or error', () => {
  for (const value of ['ok', 'error', 'OK', 'Error']) readEventFilter(`data.status ne "${value}"`, [RELOAD]);
  for (const value of ['failed', '', 'okay', '*'])
    assert.match(
      refusal(`spaceId eq "space" or data.status eq "${value}"`, [RELOAD]),
      /character 23: data\.status is never .*expected "ok" or "error"/,
    );
  assert.ok(!fits('data.status eq "failed"'), 'a filter that was stored before this check works on');
});

test('a filter that cannot be used is refused with the place', () => {
  const cases: [text: string, message: RegExp][] = [
    ['id', /character 3: the text ends; expected an operator/],
    ['id eq', /character 6: the text ends; expected a value/],
    ['id eq x', /character 7: 'x' is not a value/],
    ['id eq 5', /character 1: 5 is not a text/],
    ['id eq "x', /character 6: a quote is never closed|character 7: a quote/],
    ['id eq "x" id eq "y"', /character 11: 'id' is not expected here/],
    ['id eq "x" and', /character 14: the text ends/],
    ['id eq "x" and name eq "y"', /character 15: events have no attribute 'name'/],
    ['id eq "x" or spaceId co "y"', /character 14: the operator co is not possible/],
    ['id like "x"', /character 4: 'like' is not an operator/],
    ['id pr', /character 1: only comparisons/],
    ['not (id eq "x")', /character 1: only comparisons/],
    ['urn:a:id eq "x"', /character 1: events have no attribute/],
    ['(id eq "x"', /character 11: the text ends; expected '\)'/],
    ['id eq "x")', /character 10: '\)' is not expected here/],
    ['data eq "ok"', /character 1: events have no attribute 'data'/],
    ['constructor eq "x"', /character 1: events have no attribute/],
    [`${'('.repeat(51)}id eq "x"${')'.repeat(51)}`, /more than 50 parentheses/],
  ];
  for (const [text, message] of cases) assert.match(refusal(text), message, text);
});

test('a filter cut off at any place is refused, or is a filter of its own', () => {
  const text = '(id eq "a" or spaceId ne "b") and topLevelResourceId eq "c"';
  for (let end = 1; end < text.length; end += 1) {
    const part = text.slice(0, end);
    if (/"b"\)\s*$/.test(part)) readEventFilter(part, []);
    else assert.match(refusal(part), /The filter cannot be used at character \d+: /, part);
  }
});
