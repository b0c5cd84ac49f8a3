import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS } from '@millrace/contract';
import { assertRefused, leavesNothing } from '../../../../test/support/refusals.ts';
import { startTestServer } from '../../../../test/support/server.ts';

const ROUTE = 'POST /orchestration/projects';
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

test('answers with the stored project', async () => {
  const owner = await make.user();
  const { id, createDate, updateDate, ...rest } = await createProject({
    name: ' Load airports-2 ',
    owner: owner.login,
    description: 'nightly',
  });
  assert.deepEqual(rest, {
    name: 'Load airports-2',
    technicalLabel: 'LOAD_AIRPORTS_2',
    description: 'nightly',
    url: URL,
    author: 'admin',
    owner: owner.login,
    projectType: 'DI',
    repoType: 'GIT',
  });
  const read = await call('GET /orchestration/projects/{projectId}', { path: { projectId: id } });
  assert.deepEqual(read.body, { id, createDate, updateDate, ...rest });
});

test('projects.create.name', async () => {
  const { name } = await createProject();
  await leavesNothing(server, ROUTE, { body: { name, owner: 'admin', url: URL } }, 409, 'project_name_taken', 'project');
  const elsewhere = await make.user({ tenant: await make.otherTenant(), permissions: PERMISSIONS });
  const answer = await call(ROUTE, { token: elsewhere.token, body: { name, owner: elsewhere.login, url: URL } });
  assert.equal(answer.status, 201, 'another tenant may use the name');
});

test('projects.create.owner', async () => {
  const foreign = await make.user({ tenant: await make.otherTenant() });
  const inactive = await make.user({ active: false });
  for (const owner of ['nobody', foreign.login, inactive.login])
    await leavesNothing(server, ROUTE, { body: { name: 'Unowned', owner, url: URL } }, 400, 'owner_unknown', 'project');
});

test('projects.all.permission', async () => {
  const without = await make.user({ permissions: PERMISSIONS.filter((permission) => permission !== 'SVC_PROJECT_MANAGEMENT') });
  const body = { name: 'Guarded', owner: 'admin', url: URL };
  await leavesNothing(server, ROUTE, { token: without.token, body }, 403, 'forbidden', 'project');
  assertRefused(await call(ROUTE, { token: undefined, body }), 401, 'not_signed_in');
  const having = await make.user({ permissions: ['SVC_PROJECT_MANAGEMENT'] });
  assert.equal((await call(ROUTE, { token: having.token, body })).status, 201);
});

test('projects.create.url', async () => {
  for (const url of [
    ' https://git.example.com/load.git ',
    'HTTP://user:secret@git.example.com:8080/team/load-airports?x=1',
    'ssh://git@[2001:db8::1]:22/~team/load.git',
    'git://git_host/load',
    'git@git.example.com:team/load.git',
    'ci.user@host:~/load',
  ])
    assert.equal((await createProject({ url })).url, url.trim());
  const { id: projectId } = await createProject();
  const path = { projectId };
  const read = async () => (await call('GET /orchestration/projects/{projectId}', { path })).body;
  const before = await read();
  for (const url of [
    'javascript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'ext::sh -c id',
    'ext::sh',
    'file:///etc/passwd',
    '/srv/load.git',
    'git.example.com/load.git',
    '--upload-pack=id',
    'ssh://-oProxyCommand=id/load',
    'ssh://%2doProxyCommand=id/load',
    'ssh://-oProxyCommand=id@host/load',
    'ssh://host/-load',
    'https://-x/load',
    'https:///load',
    '-oProxyCommand=id@host:load',
    'git@-oProxyCommand=id:load',
    'git@host:-load',
    'git@host:',
    'https://git.example.com/a b',
    'https://git.example.com/%0ahost=other',
    'https://git.example.com\\@other/load',
  ]) {
    await leavesNothing(server, ROUTE, { body: { name: 'Unsafe', owner: 'admin', url } }, 400, 'project_url_refused', 'project');
    const answer = await leavesNothing(
      server,
      'PUT /orchestration/projects/{projectId}',
      { path, body: { url } },
      400,
      'project_url_refused',
      'project',
    );
    assert.ok(!JSON.stringify(answer.body).includes('Proxy'), 'the message does not repeat the address');
  }
  assert.deepEqual(await read(), before);
});

test('refuses a malformed body', async () => {
  const whole = { name: 'Whole', owner: 'admin', url: URL };
  for (const changes of [{ name: ' ' }, { name: undefined }, { owner: undefined }, { url: '' }, { url: undefined }, { projectType: 'DI' }])
    await leavesNothing(server, ROUTE, { body: { ...whole, ...changes } }, 400, 'malformed_request', 'project');
});
