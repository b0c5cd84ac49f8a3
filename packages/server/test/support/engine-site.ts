/** A task of a shell script, and an engine that is registered but not started. */
import { publication, shellBundle } from './bundles.ts';
import { eventually } from './install.ts';
import { engineFolder } from './real-engine.ts';
import type { TestServer } from './server.ts';
import { sql } from '../../src/core/database/sql.ts';

/** Publishes the script in a new workspace, and creates a task that allows parallel executions, and an engine. */
export async function engineSite({ call, make, platform }: TestServer, script: string) {
  const workspace = await make.workspace();
  await call('POST /orchestration/artifacts', { form: publication({ workspaceId: workspace.id }, await shellBundle(script)) });
  const { id: artifactVersion } = await platform.db.reader.only<{ id: string }>(sql`
    select v.id
    from artifact_version v
    join artifact a on a.id = v.artifact_id
    where a.workspace_id = ${workspace.id}`);
  const task = await make.task({ workspace: workspace.id, artifactVersion, parallelExecutionAllowed: true });
  const engine = await make.engine({ environment: workspace.environment });
  const start = async (): Promise<string> =>
    (await call('POST /processing/executions', { body: { executable: task.id } })).body.executionId;
  return { task: task.id, engine: engine.id, credential: engine.credential, folder: await engineFolder(), start };
}

/** Reads an execution. */
export const readExecution = async ({ call }: TestServer, executionId: string) =>
  (await call('GET /processing/executions/{executionId}', { path: { executionId } })).body;

/** Waits until an execution has ended, and returns it. */
export const endedExecution = (server: TestServer, executionId: string) =>
  eventually('the execution has ended', async () => {
    const execution = await readExecution(server, executionId);
    return execution.finishTimestamp ? execution : undefined;
  });
