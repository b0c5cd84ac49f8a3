import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInEngine } from '../../../../test/support/engine.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const server = await startTestServer();
const { call, make } = server;

test('task-executions.start.parameters: an engine gets each value as it was sent, by a definition and by a start', async () => {
  const values = {
    shell: '$HOME ${HOME} $(id) `id` !! %PATH% ~ * ?',
    slashes: 'C:\\new\\table \\n \\\\server\\share /',
    quotes: `it's "quoted" \\" '' “x”`,
    umlauts: 'Zürich Straße ÄÖÜ e\u0301 日本 😀 \u202eabc',
    lines: 'one\ntwo\r\nthree\n',
    spaces: '  a\tb  ',
    json: '{"a": ["\\u00e4", null], "b": {}}',
    markup: '<b>&amp;</b> ]]> -- ; drop table task',
  };
  const made = await make.task({});
  const path = { taskId: made.id };
  const TASK = '/orchestration/executables/tasks/{taskId}';
  const { body: before } = await call(`GET ${TASK}`, { path });
  const changed = await call(`PUT ${TASK}`, { path, body: { ...before, parameters: values } });
  assert.deepEqual(changed.body.parameters, values);
  assert.deepEqual((await call(`GET ${TASK}`, { path })).body.parameters, values);
  const engine = await standInEngine(server, made.environment);
  const start = (body: object) => call('POST /processing/executions', { body });
  await start({ executable: made.id });
  assert.deepEqual((await engine.claimOne()).parameters, values);
  const other = await make.task({ workspace: made.workspace });
  await start({ executable: other.id, parameters: values });
  assert.deepEqual((await engine.claimOne()).parameters, values);
});
