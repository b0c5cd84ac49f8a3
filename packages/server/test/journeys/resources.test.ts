// run: waiting, in test:all because it starts an engine
/** A run reads an uploaded file and an uploaded folder. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { shellBundle, upload, zip } from '../support/bundles.ts';
import { startInProcessInstall } from '../support/in-process-install.ts';
import { finished, publishTask, startRun, wholeLog } from '../support/install.ts';

const install = await startInProcessInstall({ engine: true });
const client = await install.client();

it('a bundle prints the resources of its task, and the new content after an upload', async () => {
  const { body: workspaces } = await client.call('GET /orchestration/workspaces');
  const workspaceId = workspaces.find((workspace) => workspace.type === 'shared')?.id ?? '';
  const create = async (resource: object, content: Buffer): Promise<string> =>
    (await client.call('POST /orchestration/resources', { form: upload({ resource: { workspaceId, ...resource } }, content) })).body.id;
  const codes = await create({ name: 'codes.csv' }, Buffer.from('LIS,Lisbon\n'));
  const lists = await create({ name: 'lists', file: false }, await zip({ 'south/a.txt': 'Faro\n' }));

  const script = 'cat "$resource_file_codes" "$resource_directory_lists/south/a.txt"';
  const task = await publishTask(client, await shellBundle(script), {
    name: 'reads resources',
    resources: { resource_file_codes: codes, resource_directory_lists: lists },
  });
  const output = async (): Promise<string[]> => {
    const execution = await finished(client, await startRun(client, task));
    assert.equal(execution.executionStatus, 'EXECUTION_SUCCESS', execution.errorMessage);
    return (await wholeLog(client, execution.executionId)).filter((one) => one.logType === 'STDOUT').map((one) => one.logMessage);
  };
  assert.deepEqual(await output(), ['LIS,Lisbon', 'Faro']);

  const changed = { path: { resourceId: codes }, form: upload({}, Buffer.from('OPO,Porto\n')) };
  await client.call('PUT /orchestration/resources/{resourceId}/upload', changed);
  assert.deepEqual(await output(), ['OPO,Porto', 'Faro']);
});
