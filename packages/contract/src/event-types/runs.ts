/** The event types of executions of tasks and plans, and of the reloads of apps. */
import { count, moment, oneOf, optional, recordId, text, texts } from '../event-fields.ts';
import { BOTH_LEVELS, eventTypesOf } from './event-type.ts';

const WORKSPACE_IDS = {
  environmentId: recordId('Id of the environment.'),
  workspaceId: recordId('Id of the workspace.'),
};
const TASK_RUN = {
  executionId: recordId('Id of the execution.'),
  taskId: recordId('Id of the task.'),
  taskName: text('Name of the task.'),
  ...WORKSPACE_IDS,
};
const PLAN_RUN = {
  executionId: recordId('Id of the plan execution.'),
  planId: recordId('Id of the plan.'),
  planName: text('Name of the plan.'),
  ...WORKSPACE_IDS,
};
const planExecutionId = optional(recordId('Id of the plan execution that the execution belongs to.'));
const outcome = oneOf(['ok', 'error'], 'ok after a success, otherwise error.');
const reason = text('Reason why it could not begin: a code, as in the API.');
const message = optional(text('Explanation of the reason, with advice.'));

const WORKSPACE_EXAMPLE = {
  environmentId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a13',
  workspaceId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a14',
};
const TASK_EXAMPLE = {
  executionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a11',
  taskId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a12',
  taskName: 'load-airports',
  ...WORKSPACE_EXAMPLE,
};
const PLAN_EXAMPLE = {
  executionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a21',
  planId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a22',
  planName: 'nightly-load',
  ...WORKSPACE_EXAMPLE,
};

const taskEvent = eventTypesOf('tasks', BOTH_LEVELS);
const planEvent = eventTypesOf('plans', BOTH_LEVELS);
const appEvent = eventTypesOf('apps', BOTH_LEVELS);

/** The event types by name. */
export const RUN_TYPES = {
  'com.service.v1.task.run.started': taskEvent({
    title: 'Task run started',
    description: 'An engine has started an execution of a task.',
    fields: {
      ...TASK_RUN,
      startedAt: moment('Start of the run.'),
      engineId: optional(recordId('Id of the engine.')),
      planExecutionId,
    },
    example: { ...TASK_EXAMPLE, startedAt: '2026-11-23T02:00:00.120Z', engineId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a31' },
  }),
  'com.service.v1.task.run.finished': taskEvent({
    title: 'Task run finished',
    description: 'An execution of a task has ended, with any outcome, also one that could not begin.',
    fields: {
      ...TASK_RUN,
      status: outcome,
      executionStatus: text('Status of the execution, as in the API.'),
      startedAt: optional(moment('Start of the run.')),
      finishedAt: moment('End of the execution.'),
      processedRows: optional(count('Rows that the run processed.')),
      rejectedRows: optional(count('Rows that the run rejected.')),
      errorType: optional(text('Type of the error.')),
      errorMessage: optional(text('Error of the run.')),
      attempt: count('Number of the attempt, from 1.'),
      nextExecutionId: optional(recordId('Id of the next attempt, if one follows.')),
      planExecutionId,
    },
    example: {
      ...TASK_EXAMPLE,
      status: 'error',
      executionStatus: 'EXECUTION_FAILED',
      startedAt: '2026-11-23T02:00:00.120Z',
      finishedAt: '2026-11-23T02:00:04.512Z',
      errorType: 'EXIT_CODE',
      errorMessage: 'The run ended with exit code 1.',
      attempt: 1,
    },
  }),
  'com.service.v1.task.run.misfired': taskEvent({
    title: 'Task run did not start',
    description:
      'An execution of a task could not begin, for example because its engine was not available. The event of its end is raised as well.',
    fields: { ...TASK_RUN, reason, errorMessage: message, misfiredAt: moment('Time of the misfire.'), planExecutionId },
    example: {
      ...TASK_EXAMPLE,
      reason: 'REMOTE_ENGINE_UNAVAILABLE',
      errorMessage: 'Its engine was not available for 120 seconds: start one, then start the task again.',
      misfiredAt: '2026-11-23T02:02:00.004Z',
    },
  }),
  'com.service.v1.task.run.late': taskEvent({
    title: 'Task run late',
    description: 'An execution of a task runs longer than an alert rule allows. Raised once for an execution.',
    fields: { ...TASK_RUN, startedAt: moment('Start of the run.') },
    example: { ...TASK_EXAMPLE, startedAt: '2026-11-23T02:00:00.120Z' },
  }),
  'com.service.v1.plan.run.started': planEvent({
    title: 'Plan run started',
    description: 'An execution of a plan has begun.',
    fields: { ...PLAN_RUN, startedAt: moment('Start of the plan execution.') },
    example: { ...PLAN_EXAMPLE, startedAt: '2026-11-23T02:00:00.020Z' },
  }),
  'com.service.v1.plan.run.finished': planEvent({
    title: 'Plan run finished',
    description: 'An execution of a plan has ended, with any outcome, also one that could not begin.',
    fields: {
      ...PLAN_RUN,
      status: outcome,
      executionStatus: text('Status of the plan execution, as in the API.'),
      startedAt: moment('Start of the plan execution.'),
      finishedAt: moment('End of the plan execution.'),
      errorMessage: optional(text('Error of the plan execution.')),
    },
    example: {
      ...PLAN_EXAMPLE,
      status: 'ok',
      executionStatus: 'EXECUTION_SUCCESS',
      startedAt: '2026-11-23T02:00:00.020Z',
      finishedAt: '2026-11-23T02:14:09.310Z',
    },
  }),
  'com.service.v1.plan.run.misfired': planEvent({
    title: 'Plan run did not start',
    description: 'An execution of a plan could not begin, for example because the plan is paused. The event of its end is raised as well.',
    fields: { ...PLAN_RUN, reason, errorMessage: message, misfiredAt: moment('Time of the misfire.') },
    example: {
      ...PLAN_EXAMPLE,
      reason: 'PLAN_EXECUTIONS_PAUSED',
      errorMessage: 'The plan was paused: resume it.',
      misfiredAt: '2026-11-23T02:00:00.020Z',
    },
  }),
  'com.service.v1.app.reload.finished': appEvent({
    title: 'App reload finished',
    description: 'An execution of an artifact that loads data has ended: of the type standard, big_data_batch or pipeline.',
    fields: {
      appId: recordId('Id of the artifact.'),
      name: text('Name of the artifact.'),
      reloadId: recordId('Id of the execution.'),
      status: outcome,
      endTime: moment('End of the execution.'),
      duration: count('Seconds from the start to the end; 0 if the run did not start.'),
      errors: texts('Errors of the run.'),
      warnings: texts('Warnings of the run.'),
    },
    example: {
      appId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a41',
      name: 'airports',
      reloadId: TASK_EXAMPLE.executionId,
      status: 'ok',
      endTime: '2026-11-23T02:00:04.512Z',
      duration: 4,
      errors: [],
      warnings: [],
    },
  }),
} as const;
