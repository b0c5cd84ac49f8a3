import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../../core/base/id.ts';
import { assertRefused } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'PUT /orchestration/projects/{projectId}';
const server = await startTestServer();
const { call, make } = server;

const URL = 'https://git.example.com/load.git';
let number = 0;
const createProject = async (changes: object = {}) => {
  const { status, body } = await call('POST /orchestration/projects', {
    body: { name: `Project ${(number += 1)}`, owner: 'admin', url: URL, ...changes },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

const change = (projectId: string, body: object) => call(ROUTE, { path: { projectId }, body });
const read = async (projectId: string) => (await call('GET /orchestration/projects/{projectId}', { path: { projectId } })).body;

test('projects.change.kept', async () => {
  const owner = await make.user();
  const { updateDate: _created, ...before } = await createProject({ description: 'first' });
  const steps: [object, object][] = [
    [{}, {}],
    [{ url: 'git@git.example.com:other.git' }, { url: 'git@git.example.com:other.git' }],
    [{ owner: owner.login }, { owner: owner.login }],
    [{ description: 'second' }, { description: 'second' }],
  ];
  let expected = before;
  for (const [body, changed] of steps) {
    expected = { ...expected, ...changed };
    const answer = await change(before.id, body);
    const { updateDate: _changed, ...shown } = answer.body;
    assert.deepEqual([answer.status, shown], [200, expected]);
    assert.deepEqual(await read(before.id), answer.body);
  }
  const cleared = await change(before.id, { description: null });
  assert.equal('description' in cleared.body, false);
});

test('projects.create.owner: a change refuses an unknown owner', async () => {
  const before = await createProject();
  assertRefused(await change(before.id, { owner: 'nobody', url: 'https://example.com' }), 400, 'owner_unknown');
  assert.deepEqual(await read(before.id), before);
});

test('refuses malformed bodies, unknown ids and callers without the permission', async () => {
  const before = await createProject();
  for (const body of [{ title: 'Other' }, { url: ' ' }]) assertRefused(await change(before.id, body), 400, 'malformed_request');
  assert.deepEqual(await read(before.id), before);
  const { status } = await change(before.id, { name: 'Other', owner: null });
  assert.deepEqual([status, (await read(before.id)).name], [200, before.name], 'a name is read only, and null counts as absent');
  assertRefused(await change(newId(), {}), 404, 'not_found');
  const { token } = await make.user();
  assertRefused(await call(ROUTE, { token, path: { projectId: before.id }, body: {} }), 403, 'forbidden');
});
