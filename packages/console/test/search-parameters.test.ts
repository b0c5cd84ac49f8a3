import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anyInteger, anyText, oneWord, parseSearch, readSearch, someWords, stringifySearch } from '../src/app/search.ts';
import { RUN_FILTERS, toSearchBody } from '../src/features/task-executions/run-filters.ts';

describe('search parameters', () => {
  it('are plain texts; a list repeats the name of its parameter', () => {
    const search = { name: 'a b&c=d', status: ['EXECUTION_FAILED', 'DEPLOY_FAILED'], task: undefined, empty: '', none: [], line: 7 };
    const query = stringifySearch(search);
    assert.equal(query, '?name=a+b%26c%3Dd&status=EXECUTION_FAILED&status=DEPLOY_FAILED&line=7');
    assert.deepEqual(parseSearch(query), { name: 'a b&c=d', status: ['EXECUTION_FAILED', 'DEPLOY_FAILED'], line: '7' });
    assert.equal(stringifySearch({}), '');
  });

  it('with invalid values are left out', () => {
    assert.equal(oneWord('1h', '24h')('year'), undefined);
    assert.deepEqual(someWords('a', 'b')(['b', 'x', 'a', 'a']), ['a', 'b']);
    assert.equal(someWords('a', 'b')('x'), undefined);
    for (const wrong of ['-1', '1.5', '1e3', '', 'seven', '9'.repeat(20)]) assert.equal(anyInteger(wrong), undefined, wrong);
    assert.equal(anyInteger('0'), 0);
    assert.equal(anyText(['first', 'second']), 'first');
    assert.deepEqual(readSearch({ name: anyText, period: oneWord('1h') }, { name: 'a', period: 'year', other: 'b' }), {
      name: 'a',
      period: undefined,
    });
  });
});

describe('the filters of runs', () => {
  const bodyOf = (query: string) => toSearchBody('an environment', readSearch(RUN_FILTERS, parseSearch(query)), Date.UTC(2026, 10, 23, 12));

  it('of a URL without parameters select all runs of tasks', () => {
    assert.deepEqual(bodyOf(''), { environmentId: 'an environment', category: 'ETL', exclude: 'PLAN_EXECUTIONS', filters: [] });
    assert.equal(bodyOf('?plans=yes').exclude, 'TASK_EXECUTIONS_TRIGGERED_BY_PLAN');
  });

  it('become filters of the operation', () => {
    const { filters = [] } = bodyOf('?name=load&status=EXECUTION_FAILED&period=24h&workspace=w&task=t');
    assert.deepEqual(
      filters.map(({ field, operator, value }) => [field, operator, value]),
      [
        ['name', 'match', 'load'],
        ['status', 'in', ['EXECUTION_FAILED']],
        ['period', 'between', ['2026-11-22T12:00:00.000Z', '2026-11-23T13:00:00.000Z']],
        ['workspaceId', 'in', ['w']],
        ['taskId', 'in', ['t']],
      ],
    );
  });

  it('leave out a name that is shorter than the operation accepts', () => assert.deepEqual(bodyOf('?name=lo').filters, []));
});
