import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publication } from '../../../../test/support/bundles.ts';
import { jobArchive } from '../../../../test/support/job-archives.ts';
import { startTestServer } from '../../../../test/support/server.ts';
import { sql } from '../../../core/database/sql.ts';

const { call, make, platform } = await startTestServer();

test('bundles.job-archive.context-values', async () => {
  const long = 'x'.repeat(40_000);
  const contexts = {
    Default: `who=world\nsame=1\nhost=a.example\nlong=${long}\nfirst=1\napi_key=\nurl=http://a`,
    PROD: `who=prod\nsame=1\nlong=${long}y\nfirst=2\napi_key=Sesame-17\nurl=http://u:Sesame-17@a`,
  };
  const { id: workspaceId } = await make.workspace();
  const publish = async (more: object = {}) =>
    (await call('POST /orchestration/artifacts', { form: publication({ workspaceId, ...more }, await jobArchive({ contexts })) })).body;
  const body = await publish();
  const values = Object.fromEntries(body.parameters.map((one: { name: string; contextValues?: object }) => [one.name, one.contextValues]));
  assert.deepEqual(values, {
    who: { Default: 'world', PROD: 'prod' },
    same: undefined,
    host: { Default: 'a.example', PROD: '' },
    long: {},
    first: { Default: '1', PROD: '2' },
    api_key: undefined,
    url: undefined,
  });
  assert.ok(!JSON.stringify(body).includes('Sesame'));
  const stored = await platform.db.reader.rows<{ parameters: unknown }>(sql`select parameters from artifact_version`);
  assert.ok(!JSON.stringify(stored).includes('Sesame'), 'a secret of a context is not stored');
  const parameters = [{ name: 'who', type: 'id_String', required: false, contextValues: { Default: 'mine' } }];
  assert.deepEqual((await publish({ version: '2.0.0', parameters })).parameters, [{ name: 'who', type: 'id_String', required: false }]);
});
