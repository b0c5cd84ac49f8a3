/** The event types of environments, workspaces, tasks, plans, artifacts, promotions, connections and engines. */
import { count, moment, oneOf, optional, recordId, text } from '../event-fields.ts';
import { BOTH_LEVELS, eventTypesOf, recordTypes, TENANT_LEVEL } from './event-type.ts';

const environmentId = recordId('Id of the environment.');
const workspaceId = recordId('Id of the workspace.');
const description = optional(text('Description.'));

const WORKSPACE_EXAMPLE = {
  environmentId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a13',
  workspaceId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a14',
};
const TASK = {
  taskId: recordId('Id of the task.'),
  taskName: text('Name of the task.'),
  environmentId,
  workspaceId,
  description,
  version: count('Version of the task.'),
  artifactId: recordId('Id of the artifact that it runs.'),
  artifactName: text('Name of the artifact.'),
  artifactVersion: text('Version of the artifact.'),
};
const TASK_EXAMPLE = {
  taskId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a12',
  taskName: 'load-airports',
  ...WORKSPACE_EXAMPLE,
  version: 3,
  artifactId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a41',
  artifactName: 'airports',
  artifactVersion: '1.2.0.20261123020000',
};
const PLAN = { planId: recordId('Id of the plan.'), planName: text('Name of the plan.'), environmentId, workspaceId, description };
const PLAN_EXAMPLE = { planId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a22', planName: 'nightly-load', ...WORKSPACE_EXAMPLE };
const pauseContext = optional(text('Reason of the pause.'));
const ENGINE = {
  engineId: recordId('Id of the engine.'),
  engineName: text('Name of the engine.'),
  environmentId,
  workspaceId: optional(workspaceId),
};
const ENGINE_EXAMPLE = {
  engineId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a31',
  engineName: 'frankfurt-1',
  environmentId: WORKSPACE_EXAMPLE.environmentId,
};

const taskEvent = eventTypesOf('tasks', BOTH_LEVELS);
const planEvent = eventTypesOf('plans', BOTH_LEVELS);
const engineEvent = eventTypesOf('engines', TENANT_LEVEL);
const artifactEvent = eventTypesOf('artifacts', BOTH_LEVELS);
const promotionEvent = eventTypesOf('promotions', TENANT_LEVEL);
const connectionEvent = eventTypesOf('connections', BOTH_LEVELS);

/** The event types by name. */
export const ORCHESTRATION_TYPES = {
  ...recordTypes('environment', {
    label: 'environment',
    category: 'environments',
    levels: TENANT_LEVEL,
    fields: { environmentId, name: text('Name of the environment.'), description },
    example: { environmentId: WORKSPACE_EXAMPLE.environmentId, name: 'production' },
  }),
  ...recordTypes('workspace', {
    label: 'workspace',
    category: 'workspaces',
    levels: BOTH_LEVELS,
    fields: {
      workspaceId,
      name: text('Name of the workspace.'),
      description,
      environmentId,
      ownerId: recordId('Id of the account that owns the workspace.'),
    },
    example: { ...WORKSPACE_EXAMPLE, name: 'sales', ownerId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a51' },
  }),
  ...recordTypes('task', { label: 'task', category: 'tasks', levels: BOTH_LEVELS, fields: TASK, example: TASK_EXAMPLE }),
  'com.service.v1.task.paused': taskEvent({
    title: 'Task paused',
    description: 'A task was paused. It does not start until it is resumed.',
    fields: { ...TASK, pauseContext },
    example: { ...TASK_EXAMPLE, pauseContext: 'The source is being moved.' },
  }),
  'com.service.v1.task.resumed': taskEvent({
    title: 'Task resumed',
    description: 'A paused task was resumed.',
    fields: TASK,
    example: TASK_EXAMPLE,
  }),
  ...recordTypes('plan', { label: 'plan', category: 'plans', levels: BOTH_LEVELS, fields: PLAN, example: PLAN_EXAMPLE }),
  'com.service.v1.plan.paused': planEvent({
    title: 'Plan paused',
    description: 'A plan was paused. It does not start until it is resumed.',
    fields: { ...PLAN, pauseContext },
    example: { ...PLAN_EXAMPLE, pauseContext: 'The source is being moved.' },
  }),
  'com.service.v1.plan.resumed': planEvent({
    title: 'Plan resumed',
    description: 'A paused plan was resumed.',
    fields: PLAN,
    example: PLAN_EXAMPLE,
  }),
  'com.service.v1.artifact.published': artifactEvent({
    title: 'Artifact published',
    description: 'A version of an artifact was published, or a promotion has copied one into an environment.',
    fields: {
      artifactId: recordId('Id of the artifact.'),
      name: text('Name of the artifact.'),
      type: text('Type of the artifact, as in the API.'),
      versionId: recordId('Id of the version.'),
      version: text('The version.'),
      publisher: text('Login of the account that published the version.'),
      environmentId,
      workspaceId,
    },
    example: {
      artifactId: TASK_EXAMPLE.artifactId,
      name: 'airports',
      type: 'standard',
      versionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a42',
      version: '1.2.0.20261123020000',
      publisher: 'ada@example.com',
      ...WORKSPACE_EXAMPLE,
    },
  }),
  'com.service.v1.promotion.run.finished': promotionEvent({
    title: 'Promotion finished',
    description: 'An execution of a promotion has ended. Analyses raise no event.',
    fields: {
      executionId: recordId('Id of the execution.'),
      promotionId: recordId('Id of the promotion.'),
      promotionName: text('Name of the promotion: those of both environments.'),
      sourceEnvironmentId: recordId('Id of the environment that it copies from.'),
      targetEnvironmentId: recordId('Id of the environment that it copies to.'),
      status: oneOf(['ok', 'error'], 'error if the promotion has changed nothing, otherwise ok.'),
      executionStatus: text('Status of the execution, as in the API.'),
      message: text('The result in a sentence.'),
      finishedAt: moment('End of the execution.'),
    },
    example: {
      executionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a61',
      promotionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a62',
      promotionName: 'test to production',
      sourceEnvironmentId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a63',
      targetEnvironmentId: WORKSPACE_EXAMPLE.environmentId,
      status: 'ok',
      executionStatus: 'PROMOTED',
      message: 'Everything was promoted.',
      finishedAt: '2026-11-23T09:12:00.000Z',
    },
  }),
  'com.service.v1.connection.test.failed': connectionEvent({
    title: 'Connection test failed',
    description: 'A test of a connection has failed.',
    fields: {
      connectionId: recordId('Id of the connection.'),
      name: text('Name of the connection.'),
      app: text('The application that it connects to.'),
      reason: text('Reason why the test failed, with advice.'),
      environmentId,
      workspaceId,
    },
    example: {
      connectionId: '019ab0b6-5ae2-7f60-8ec2-1a4b9c3f0a71',
      name: 'warehouse',
      app: 'postgresql',
      reason: 'The server refused the password: check user and password.',
      ...WORKSPACE_EXAMPLE,
    },
  }),
  'com.service.v1.engine.created': engineEvent({
    title: 'Engine created',
    description: 'An engine was created. It waits to be paired.',
    fields: ENGINE,
    example: ENGINE_EXAMPLE,
  }),
  'com.service.v1.engine.deleted': engineEvent({
    title: 'Engine deleted',
    description: 'An engine was deleted.',
    fields: ENGINE,
    example: ENGINE_EXAMPLE,
  }),
  'com.service.v1.engine.lost': engineEvent({
    title: 'Engine lost',
    description: 'A paired engine has stopped sending heartbeats, though the server could be reached.',
    fields: { ...ENGINE, lastHeartbeatAt: moment('Time of the last heartbeat.') },
    example: { ...ENGINE_EXAMPLE, lastHeartbeatAt: '2026-11-23T02:00:00.120Z' },
  }),
  'com.service.v1.engine.back': engineEvent({
    title: 'Engine back',
    description: 'A lost engine sends heartbeats again.',
    fields: { ...ENGINE, lostAt: moment('Time at which the loss was noticed.') },
    example: { ...ENGINE_EXAMPLE, lostAt: '2026-11-23T02:00:15.300Z' },
  }),
} as const;
