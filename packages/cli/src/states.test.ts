import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXECUTION_STATUSES, PLAN_STATUSES } from './outcomes.ts';
import { readInStates, stateCell, statusOption } from './states.ts';

describe('the states of runs', () => {
  it('can be read without colour', () => {
    assert.deepEqual(stateCell('EXECUTION_SUCCESS'), { text: '✓ Succeeded', tone: 'green' });
    assert.deepEqual(stateCell('deploy_failed'), { text: '✗ Could not deploy', tone: 'red' });
    assert.deepEqual(stateCell('deploy_failed', 'TASK_IS_PAUSED'), { text: '⊘ Did not start', tone: 'red' });
  });

  const { parse, choices } = statusOption('', EXECUTION_STATUSES);

  it('are accepted in the words of the console and in those of the API', () => {
    assert.deepEqual(parse('succeeded').statuses, ['execution_successful']);
    assert.deepEqual(parse('execution_successful').statuses, ['execution_successful']);
    assert.deepEqual(parse('EXECUTION_FAILED', parse('Running')).statuses, ['executing', 'execution_failed']);
    for (const choice of choices) assert.ok(parse(choice).statuses.length > 0, choice);
    assert.deepEqual(statusOption('', PLAN_STATUSES).parse('failed').statuses, ['execution_failed', 'execution_misfired']);
    assert.throws(() => parse('broken'), /Allowed choices are waiting, starting, running/);
  });

  it('called failed are all that did not end well', () => {
    const { statuses, fits } = parse('failed');
    assert.deepEqual(statuses.toSorted(), ['deploy_failed', 'execution_failed', 'terminated_timeout']);
    assert.ok(fits('DEPLOY_FAILED') && fits('DEPLOY_FAILED', 'TASK_IS_PAUSED') && !fits('EXECUTION_TERMINATED'));
  });

  it('that the API does not tell apart are told apart by the run', async () => {
    const runs = ['TASK_IS_PAUSED', undefined, 'UNKNOWN'].map((reason, index) => ({ reason, at: String(index) }));
    const asked: unknown[] = [];
    const page = await readInStates(
      { status: parse('did-not-start'), limit: 2 },
      { stateOf: ({ reason }) => ['DEPLOY_FAILED', reason], timeOf: ({ at }) => at },
      (status, maximum) => {
        asked.push([status, maximum]);
        const items = runs.slice(0, maximum);
        return Promise.resolve({ items, limit: items.length, offset: 0, total: 3 });
      },
    );
    assert.deepEqual(page, { items: [runs[2], runs[0]], limit: 2, offset: 0, total: 2 });
    assert.deepEqual(asked, [
      [{ status: 'deploy_failed' }, 2],
      [{ status: 'deploy_failed' }, 1000],
    ]);
  });
});
