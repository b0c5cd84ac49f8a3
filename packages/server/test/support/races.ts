/** For every unique name and every operation that sets it: two requests of which only one can succeed. */
import { publication, shellBundle, upload } from './bundles.ts';
import type { Sent, TestServer } from './server.ts';

/** The constraint, the error code, the table that gets a row, and two requests of which only one can succeed. */
export type Race = {
  constraint?: string;
  code: string;
  adds?: string;
  /** Called for each round with a new name. */
  prepare(name: string): Promise<readonly [sent: Sent, other: Sent]>;
};

const URL_OF_CODE = 'https://git.example.com/a.git';
const jvm = { jvmArguments: [] };

const twice = (sent: () => Sent): readonly [Sent, Sent] => [sent(), sent()];
/** Returns the same change of two objects; `path` makes an object and returns its path variables. */
const both = async (path: () => Promise<Record<string, string>>, body?: object): Promise<readonly [Sent, Sent]> => [
  { path: await path(), body },
  { path: await path(), body },
];

const ENVIRONMENT = { constraint: 'environment_name_once', code: 'environment_name_taken' };
const WORKSPACE = { constraint: 'workspace_name_once', code: 'workspace_name_taken' };
const CONNECTION = { constraint: 'connection_name_once', code: 'connection_name_taken' };
const RESOURCE = { constraint: 'resource_name_once', code: 'resource_name_taken' };
const TASK = { constraint: 'task_name_once', code: 'task_name_taken' };
const PLAN = { constraint: 'plan_name_once', code: 'plan_name_taken' };
const PROFILE = { constraint: 'run_profile_name_once', code: 'run_profile_name_taken' };
const GROUP = { constraint: 'account_group_name_once', code: 'group_name_taken' };

/** Returns the pairs of requests by operation. */
export async function racesOn({ call, make }: TestServer): Promise<Readonly<Record<string, Race>>> {
  const bundle = await shellBundle('exit 0');
  const made = async (route: string, body: object): Promise<string> => (await call(route, { body })).body.id;
  const connection = (workspaceId: string, name: string) =>
    made('POST /orchestration/connections', { name, workspaceId, app: 'http', parameters: [] });
  /** Returns a function that makes workspaces in the same environment. */
  const workspaces = async (): Promise<() => Promise<string>> => {
    const environment = await make.environment();
    return async () => (await make.workspace({ environment })).id;
  };
  return {
    'POST /orchestration/environments': {
      ...ENVIRONMENT,
      adds: 'environment',
      prepare: async (name) => twice(() => ({ body: { name, workspaceName: 'first' } })),
    },
    'PUT /orchestration/environments/{Id}': {
      ...ENVIRONMENT,
      prepare: (name) => both(async () => ({ Id: await make.environment() }), { name }),
    },
    'POST /orchestration/workspaces': {
      ...WORKSPACE,
      adds: 'workspace',
      prepare: async (name) => {
        const environmentId = await make.environment();
        return twice(() => ({ body: { name, environmentId } }));
      },
    },
    'PUT /orchestration/workspaces/{id}': {
      ...WORKSPACE,
      prepare: async (name) => {
        const workspace = await workspaces();
        return both(async () => ({ id: await workspace() }), { name });
      },
    },
    'POST /orchestration/artifacts': {
      constraint: 'artifact_version_once',
      code: 'artifact_version_taken',
      adds: 'artifact_version',
      prepare: async (name) => {
        const { id: workspaceId } = await make.workspace();
        return twice(() => ({ form: publication({ workspaceId, name, version: '1.0.0.20260101010000' }, bundle) }));
      },
    },
    'POST /orchestration/connections': {
      ...CONNECTION,
      adds: 'connection',
      prepare: async (name) => {
        const { id: workspaceId } = await make.workspace();
        return twice(() => ({ body: { name, workspaceId, app: 'http', parameters: [] } }));
      },
    },
    'PUT /orchestration/connections/{connectionId}': {
      ...CONNECTION,
      prepare: async (name) => {
        const { id } = await make.workspace();
        return both(async () => ({ connectionId: await connection(id, crypto.randomUUID()) }), { name });
      },
    },
    'PUT /orchestration/connections/{connectionId}/move/{targetWorkspaceId}': {
      ...CONNECTION,
      prepare: async (name) => {
        const workspace = await workspaces();
        const targetWorkspaceId = await workspace();
        return both(async () => ({ connectionId: await connection(await workspace(), name), targetWorkspaceId }));
      },
    },
    'POST /orchestration/resources': {
      ...RESOURCE,
      adds: 'resource',
      prepare: async (name) => {
        const { id: workspaceId } = await make.workspace();
        return twice(() => ({ form: upload({ resource: { name, workspaceId } }, Buffer.from(name)) }));
      },
    },
    'PATCH /orchestration/resources/{resourceId}': {
      ...RESOURCE,
      prepare: async (name) => {
        const { id: workspace } = await make.workspace();
        return both(async () => ({ resourceId: (await make.resource({ workspace })).id }), { name });
      },
    },
    'PUT /orchestration/resources/{resourceId}/move/{targetWorkspaceId}': {
      ...RESOURCE,
      prepare: async (name) => {
        const workspace = await workspaces();
        const targetWorkspaceId = await workspace();
        return both(async () => ({ resourceId: (await make.resource({ workspace: await workspace(), name })).id, targetWorkspaceId }));
      },
    },
    'POST /orchestration/executables/tasks': {
      ...TASK,
      adds: 'task',
      prepare: async (name) => {
        const { id: workspaceId, environment: environmentId } = await make.workspace();
        const { id, version } = await make.artifact({ workspace: workspaceId });
        return twice(() => ({ body: { name, workspaceId, environmentId, artifact: { id, version } } }));
      },
    },
    'PUT /orchestration/executables/tasks/{taskId}': {
      ...TASK,
      prepare: async (name) => {
        const { id: workspaceId } = await make.workspace();
        const { id, version, versionId: artifactVersion } = await make.artifact({ workspace: workspaceId });
        const body = { name, workspaceId, description: null, artifact: { id, version } };
        return both(async () => ({ taskId: (await make.task({ workspace: workspaceId, artifactVersion })).id }), body);
      },
    },
    'POST /orchestration/executables/plans': {
      ...PLAN,
      adds: 'plan',
      prepare: async (name) => {
        const task = await make.task();
        return twice(() => ({ body: { name, workspaceId: task.workspace, steps: [{ name: 'only', taskIds: [task.id] }] } }));
      },
    },
    'PUT /orchestration/executables/plans/{planId}': {
      ...PLAN,
      prepare: async (name) => {
        const { id: task, workspace } = await make.task();
        const body = { name, workspaceId: workspace, steps: [{ name: 'only', taskIds: [task] }] };
        return both(async () => ({ planId: (await make.plan({ workspace, steps: [[task]] })).id }), body);
      },
    },
    // The lock of the schedule decides, not a constraint.
    'POST /orchestration/schedules/{scheduleId}/triggers': {
      code: 'trigger_name_taken',
      adds: 'time_trigger',
      prepare: async (name) => {
        const path = { scheduleId: (await make.schedule()).id };
        const body = { name, type: 'DAILY', interval: 1, startDate: '2031-01-01' };
        return [
          { path, body: { ...body, startTime: '01:00' } },
          { path, body: { ...body, startTime: '02:00' } },
        ];
      },
    },
    'POST /orchestration/projects': {
      constraint: 'project_name_once',
      code: 'project_name_taken',
      adds: 'project',
      prepare: async (name) => twice(() => ({ body: { name, owner: 'admin', url: URL_OF_CODE } })),
    },
    'PUT /orchestration/projects/{projectId}/users/{userId}': {
      constraint: 'project_user_once',
      code: 'project_user_present',
      adds: 'project_user',
      prepare: async (name) => {
        const projectId = await made('POST /orchestration/projects', { name, owner: 'admin', url: URL_OF_CODE });
        const path = { projectId, userId: (await make.user()).id };
        return twice(() => ({ path }));
      },
    },
    'PUT /orchestration/projects/{projectId}/groups/{groupId}': {
      constraint: 'project_group_once',
      code: 'project_group_present',
      adds: 'project_group',
      prepare: async (name) => {
        const projectId = await made('POST /orchestration/projects', { name, owner: 'admin', url: URL_OF_CODE });
        const path = { projectId, groupId: await made('POST /account/groups', { name }) };
        return twice(() => ({ path }));
      },
    },
    'POST /orchestration/executables/promotions': {
      constraint: 'promotion_pair_once',
      code: 'promotion_exists',
      adds: 'promotion',
      prepare: async () => {
        const body = { sourceEnvironmentId: await make.environment(), targetEnvironmentId: await make.environment() };
        return twice(() => ({ body }));
      },
    },
    'PUT /orchestration/executables/promotions/{promotionId}/users/{userId}': {
      constraint: 'promotion_account_once',
      code: 'promotion_user_present',
      adds: 'promotion_account',
      prepare: async () => {
        const path = { promotionId: (await make.promotion()).id, userId: (await make.user()).id };
        return twice(() => ({ path }));
      },
    },
    'POST /processing/runtimes/remote-engines': {
      constraint: 'engine_name_once',
      code: 'engine_name_taken',
      adds: 'engine',
      prepare: async (name) => {
        const environmentId = await make.environment();
        return twice(() => ({ body: { name, environmentId } }));
      },
    },
    'POST /processing/runtimes/remote-engine-clusters': {
      constraint: 'engine_cluster_name_once',
      code: 'cluster_name_taken',
      adds: 'engine_cluster',
      prepare: async (name) => {
        const environmentId = await make.environment();
        return twice(() => ({ body: { name, environmentId } }));
      },
    },
    'POST /processing/runtimes/remote-engines/{engineId}/run-profiles': {
      ...PROFILE,
      adds: 'run_profile',
      prepare: async (name) => {
        const path = { engineId: (await make.engine()).id };
        return twice(() => ({ path, body: { name, type: 'JOB_SERVER', ...jvm } }));
      },
    },
    'POST /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles': {
      ...PROFILE,
      adds: 'run_profile',
      prepare: async (name) => {
        const path = { clusterId: (await make.cluster()).id };
        return twice(() => ({ path, body: { name, type: 'JOB_SERVER', ...jvm } }));
      },
    },
    'POST /processing/run-profiles': {
      ...PROFILE,
      adds: 'run_profile',
      prepare: async (name) => {
        const scopeId = await make.environment();
        return twice(() => ({ body: { name, type: 'JOB_SERVER', processorType: 'DYNAMIC_ENGINE', scopeId, ...jvm } }));
      },
    },
    'PUT /processing/run-profiles/{id}': {
      ...PROFILE,
      prepare: async (name) => {
        const environment = await make.environment();
        return both(async () => ({ id: (await make.runProfile({ environment })).id }), { name });
      },
    },
    'PUT /processing/runtimes/remote-engines/{engineId}/run-profiles/{runProfileId}': {
      ...PROFILE,
      prepare: async (name) => {
        const { id: engine } = await make.engine();
        return both(async () => ({ engineId: engine, runProfileId: (await make.runProfile({ engine })).id }), { name, ...jvm });
      },
    },
    'PUT /processing/runtimes/remote-engine-clusters/{clusterId}/run-profiles/{runProfileId}': {
      ...PROFILE,
      prepare: async (name) => {
        const { id: cluster } = await make.cluster();
        return both(async () => ({ clusterId: cluster, runProfileId: (await make.runProfile({ cluster })).id }), { name, ...jvm });
      },
    },
    'POST /account/groups': { ...GROUP, adds: 'account_group', prepare: async (name) => twice(() => ({ body: { name } })) },
    'PATCH /account/groups/{id}': {
      ...GROUP,
      prepare: (name) => both(async () => ({ id: await made('POST /account/groups', { name: crypto.randomUUID() }) }), { name }),
    },
    'POST /account/personal-access-tokens': {
      constraint: 'personal_access_token_name_once',
      code: 'token_name_taken',
      adds: 'personal_access_token',
      prepare: async (name) => twice(() => ({ body: { name } })),
    },
  };
}
