/** `millrace api`, with an install. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { shellBundle } from '../support/bundles.ts';
import { startCommandLine } from '../support/command-line.ts';

const { install, folder, millrace } = await startCommandLine();
const client = await install.client();

/** Calls a path with the command line, which must succeed, and returns what it prints. */
async function api(...words: string[]): Promise<string> {
  const { code, out, err } = await millrace(['api', ...words]);
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
  return out;
}

async function tasks(): Promise<string[]> {
  const { body } = await client.call('GET /orchestration/executables/tasks', { query: { limit: 100 } });
  return body.items.map(({ name }) => name);
}

it('calls operations with JSON of fields and files, forms and queries', async () => {
  assert.equal(JSON.parse(await api('GET', '/account/me')).login, 'admin');
  assert.equal(await api('get', '/account/me', '--jq', '.login'), 'admin\n');
  const zip = join(folder, 'hello.zip');
  await writeFile(zip, await shellBundle('echo hello', { name: 'hello' }));
  const workspace = JSON.parse(await api('GET', '/orchestration/workspaces')).find((one: { name: string }) => one.name === 'Shared');
  const published = await api('POST', '/orchestration/artifacts', '-F', `artifact={"workspaceId":"${workspace.id}"}`, '-F', `file=@${zip}`);
  const { version } = JSON.parse(published);
  const [{ id }] = JSON.parse(await api('GET', '/orchestration/artifacts?name=hello')).items;
  const file = join(folder, 'task.json');
  for (const name of ['a', 'b', 'c']) {
    await writeFile(
      file,
      JSON.stringify({ name, workspaceId: workspace.id, environmentId: workspace.environment.id, artifact: { id, version } }),
    );
    await api('POST', '/orchestration/executables/tasks', '--input', file);
  }
  assert.deepEqual(await tasks(), ['a', 'b', 'c']);
  assert.equal(await api('GET', '/orchestration/executables/tasks', '-f', 'name=b', '-o', 'name'), 'b\n');
  assert.equal(await api('GET', '/orchestration/executables/tasks?name=c', '-o', 'name'), 'c\n');
  const [task] = JSON.parse(await api('GET', '/orchestration/executables/tasks')).items;
  await api('PUT', `/orchestration/executables/tasks/${task.executable}/pause`, '-f', 'pause:=true', '-f', 'pauseContext=maintenance');
  const { body } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId: task.executable } });
  assert.equal(body.taskPauseDetails?.pauseContext, 'maintenance');
});

it('reads all pages of a list', async () => {
  const words = ['GET', '/orchestration/executables/tasks?limit=2', '--jq', 'if type == "array" then . else .items end | map(.name)'];
  assert.equal(await api(...words), '["a","b"]\n');
  assert.equal(await api(...words, '--paginate'), '["a","b","c"]\n');
  const single = await millrace(['api', 'GET', '/account/me', '--paginate']);
  assert.deepEqual([single.code, single.err], [2, 'millrace: The answer is not a list. Leave out --paginate.\n']);
});

it('writes an answer that is no JSON as it is, and nothing for an empty one', async () => {
  assert.match(await api('GET', '/login'), /^<!doctype html>/i);
  const id = (await api('GET', '/orchestration/executables/tasks?name=c', '--jq', '.items[].executable')).trim();
  assert.equal(await api('DELETE', `/orchestration/executables/tasks/${id}`), '');
  assert.deepEqual(await tasks(), ['a', 'b']);
});

it('ends with the exit codes of other commands', async () => {
  const missing = await millrace(['api', 'GET', `/orchestration/executables/tasks/${crypto.randomUUID()}`]);
  assert.deepEqual([missing.code, missing.out], [4, '']);
  assert.match(missing.err, /^millrace: .* \(request .*\)\n$/);
  assert.equal((await millrace(['api', 'POST', '/orchestration/executables/tasks', '-f', 'name=d'])).code, 1);
  const signedOut = { MILLRACE_URL: install.url, MILLRACE_TOKEN: 'mrp_wrong' };
  assert.equal((await millrace(['api', 'GET', '/account/me'], signedOut)).code, 3);
  assert.deepEqual(await tasks(), ['a', 'b']);
});

it('refuses wrong words before it calls', async () => {
  const cases: [string[], RegExp][] = [
    [['GET', 'account/me'], /begins with a slash/],
    [['GET', 'http://127.0.0.1:9/account/me'], /begins with a slash/],
    [['GET', '/orchestration/executables/tasks/{taskId}'], /in place of \{taskId\}/],
    [['TRACE', '/account/me'], /no method "TRACE"/],
    [['POST', '/x', '-f', 's3cret'], /-f takes name=text/],
    [['POST', '/x', '-f', 'a:=s3cret'], /The value of "a" is not JSON/],
    [['POST', '/x', '-F', 'file=@does-not-exist'], /does-not-exist cannot be read: ENOENT/],
    [['POST', '/x', '--paginate'], /use it with GET/],
    [['GET', '/account/me', '-o', 'table'], /prints no table/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await millrace(['api', ...words]);
    assert.deepEqual([code, out], [2, ''], words.join(' '));
    assert.match(err, message);
    assert.ok(!err.includes('s3cret'));
  }
});
