import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { RUN_STATES, STATE_OF_STATUS, stateOfRun, type RunStatus } from '../src/run-states.ts';

type Property = { enum?: string[] };
type Described = Property & { properties: Record<string, Property> };
const api = JSON.parse(readFileSync(new URL('../src/openapi.gen.json', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, Described> };
};
const { schemas } = api.components;

describe('the states of runs', () => {
  it('have one state for each status of the API, in each spelling', () => {
    const described = ['ExecutionStatus', 'DetailedExecutionStatus', 'PlanStatus', 'DetailedPlanStatus', 'StepStatus'].flatMap(
      (name) => schemas[name]?.enum ?? assert.fail(name),
    );
    const historic = schemas['HistoricExecution']?.properties['status']?.enum ?? assert.fail('HistoricExecution');
    assert.deepEqual(Object.keys(STATE_OF_STATUS).toSorted(), [...new Set([...described, ...historic])].toSorted());
  });

  it('have a word of their own, and an icon of one column', () => {
    const words = Object.values(RUN_STATES).map(({ word }) => word);
    assert.equal(new Set(words).size, words.length);
    for (const { icon } of Object.values(RUN_STATES)) assert.match(icon, /^[^\p{Emoji_Presentation}]$/u);
  });

  it('give the two spellings of a status the same word', () => {
    const pairs: readonly (readonly [RunStatus, RunStatus])[] = [
      ['EXECUTION_SUCCESS', 'execution_successful'],
      ['EXECUTION_REJECTED', 'execution_rejected'],
      ['DEPLOY_FAILED', 'deploy_failed'],
      ['EXECUTION_TERMINATED_TIMEOUT', 'terminated_timeout'],
      ['EXECUTION_MISFIRED', 'execution_misfired'],
      ['STARTING_FLOW_EXECUTION', 'executing'],
    ];
    for (const [detailed, short] of pairs) assert.equal(STATE_OF_STATUS[detailed], STATE_OF_STATUS[short]);
  });

  it('call a run with the reason of a misfire one that did not start', () => {
    assert.equal(stateOfRun('DEPLOY_FAILED'), 'undeployed');
    assert.equal(stateOfRun('DEPLOY_FAILED', 'TASK_IS_PAUSED'), 'missed');
    assert.equal(stateOfRun('EXECUTION_FAILED', 'TASK_IS_PAUSED'), 'failed');
  });

  it('count as failed all that did not end well, and nothing that a person has stopped', () => {
    const failed = Object.entries(RUN_STATES).flatMap(([state, { group }]) => (group === 'failed' ? [state] : []));
    assert.deepEqual(failed, ['failed', 'undeployed', 'timedOut', 'missed']);
  });
});
