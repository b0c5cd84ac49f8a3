import assert from 'node:assert/strict';
import { it } from 'node:test';

import { describeOutcome, exitCodeOfTask, EXECUTION_STATUSES } from './outcomes.ts';

const execution = {
  executionId: '01985b5e-7d5c-7000-8000-000000000001',
  triggerTimestamp: '2026-03-01T10:00:00.000Z',
  startTimestamp: '2026-03-01T10:00:01.000Z',
  finishTimestamp: '2026-03-01T10:00:03.450Z',
  userId: 'u',
  userType: 'HUMAN',
  jobId: '01985b5e-7d5c-7000-8000-000000000002',
  jobVersion: '1',
  environmentVersion: '1.3',
  executionStatus: 'EXECUTION_SUCCESS',
  status: 'execution_successful',
  executionType: 'MANUAL',
  executionDestination: 'CLOUD',
  accountId: 't',
  workspaceId: '01985b5e-7d5c-7000-8000-000000000003',
  numberOfProcessedRows: 3376,
  numberOfRejectedRows: 0,
} as const;

it('describes an execution by state, row counts and seconds', () => {
  assert.equal(describeOutcome(execution), '✓ Succeeded: 3376 rows processed, 0 rejected, 2.5 s');
  assert.equal(describeOutcome({ ...execution, numberOfProcessedRows: 1 }), '✓ Succeeded: 1 row processed, 0 rejected, 2.5 s');
});

it('adds the reason on the same line and leaves out what is not known', () => {
  const { numberOfProcessedRows: _, numberOfRejectedRows: __, ...bare } = execution;
  const notStarted = { ...bare, status: 'deploy_failed', startTimestamp: bare.triggerTimestamp } as const;
  assert.equal(describeOutcome({ ...notStarted, errorMessage: 'No engine\nis paired' }), '✗ Could not deploy (No engine is paired)');
  assert.equal(
    describeOutcome({ ...notStarted, misfiredExecutionReason: 'REMOTE_ENGINE_UNAVAILABLE' }),
    '⊘ Did not start (its engine was not available)',
  );
});

it('has an exit code for every status that ends an execution', () => {
  const codes = Object.fromEntries(EXECUTION_STATUSES.map((status) => [status, exitCodeOfTask(status)]));
  assert.deepEqual(codes, {
    dispatching: undefined,
    executing: undefined,
    execution_successful: 0,
    execution_failed: 10,
    execution_rejected: 11,
    terminated: 12,
    terminated_timeout: 12,
    terminated_shutdown: 12,
    deploy_failed: 13,
  });
});
