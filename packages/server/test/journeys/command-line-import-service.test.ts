// run: in test:all because it is a long journey
/** An account of the published service, with answers that differ from the documents, moved by `millrace import`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readText } from '../../../../scripts/house/source-files.ts';
import { startCommandLine, type CommandResult } from '../support/command-line.ts';
import { putContent, readTree, writeTree } from '../support/estate.ts';
import { startPublishedService } from '../support/published-service.ts';
import { eventually } from '../support/install.ts';

type Line = { part: string; problem: string; advice: string; objects: string[] };

const { folder, install, millrace, start } = await startCommandLine();
const service = await startPublishedService('token-of-the-service');
const moved = join(folder, 'moved');
const tokenFile = join(folder, 'token.txt');
await writeFile(tokenFile, 'token-of-the-service\n');
const importInto = (target: string, ...more: string[]): string[] => [
  'import',
  target,
  '--from',
  service.url,
  '--token-file',
  tokenFile,
  ...more,
];
const WORKSPACE = 'environments/Production/workspaces/Finance';

function assertDone({ code, out, err }: CommandResult, expected = 0): string {
  assert.equal(code, expected, `${out}\n${err}`);
  return `${out}${err}`;
}

const readLines = async (): Promise<Line[]> => (JSON.parse(await readFile(join(moved, 'report.json'), 'utf8')) as { lines: Line[] }).lines;

/** The expected problems in the report: the part, the object, and the beginning of the problem or a part of it. */
const EXPECTED: readonly [part: string, object: RegExp, problem: RegExp][] = [
  ['permissions', /remote-engine-clusters/, /It needs SVC_CLUSTER_MANAGEMENT/],
  ['permissions', /service-accounts/, /It needs SVC_SERVICE_ACCOUNT_MANAGEMENT/],
  ['answers', /run profiles of engines/, /answered 500/],
  ['answers', /promotions/, /is not JSON/],
  ['answers', /GET \/orchestration\/connections/, /1 empty entries/],
  ['answers', /connection no id/, /has no id/],
  ['names', /nightly \(2\)/, /is called "nightly", too/],
  ['names', /task .* 0d4e2ca9/, /too long/],
  ['names', /\.\.\/a b/, /characters that cannot be used/],
  ['names', /artifact Production\/Finance\/loader/, /0\.2 is written as 0\.2\.0\.20240203040506/],
  ['engines', /engine Production\/berlin/, /do not create it/],
  ['accounts', /^user ada$/, /does not exist on .*EXECUTE, DANCE on Production\/Finance/],
  ['accounts', /^user ada$/, /DANCE .* does not exist here/],
  ['accounts', /workspace Production\/Finance/, /Its owner grace does not exist/],
  ['accounts', /workspace Production\/Finance/, /service account s-1 .* could not be read/],
  ['secrets', /connection .*warehouse/, /api_key is encrypted/],
  ['content', /loader\/0\.1\.22\.20212710014123\.zip/, /no|not/],
  ['cloud', /nightly \(2\)/, /CLOUD_EXCLUSIVE/],
  ['starts', /^task Production\/Finance\/nightly$/, /by time/],
  ['references', /nightly/, /connections\.gone/],
  ['references', /month end/, /steps\.0\.taskIds\.1/],
  ['fields', /nightly/, /"colour"/],
  ['fields', /nightly/, /runConfig\.logLevel .*none of OFF, ERROR, WARN, INFO/],
  ['leftOut', /task .*no artifact/, /every file needs/],
  ['leftOut', /connection .*no app/, /every file needs/],
  ['leftOut', /workspace Mine/, /personal/],
  ['leftOut', /environment On Kubernetes/, /dynamic engines/],
  ['leftOut', /environment Without workspace/, /no workspace/],
  ['leftOut', /schedule Nobody/, /No task and no plan/],
];

describe('an account of the published service', () => {
  it('is read by operations that only read', async () => {
    assertDone(await millrace(importInto(moved)));
    const written = service.requests.filter((request) => !request.startsWith('GET '));
    assert.deepEqual([...new Set(written)], ['POST /orchestration/dynamic-engine-environments/search']);
    assert.ok(service.requests.length > 40, `${service.requests.length} requests`);
  });

  it('is reported if it could not be imported, with the remedy', async () => {
    const lines = await readLines();
    for (const [part, object, problem] of EXPECTED)
      assert.ok(
        lines.some((line) => line.part === part && line.objects.some((one) => object.test(one)) && problem.test(line.problem)),
        `${part} ${object} ${problem}\n${JSON.stringify(lines, null, 1)}`,
      );
    for (const { problem, advice } of lines) assert.ok(problem.length > 10 && advice.length > 5, problem);
    const commands = lines.flatMap(({ advice }) => [...advice.matchAll(/`millrace ([^`]+)`/g)].map(([, words = '']) => words));
    for (const words of commands) assert.match(readText('docs/cli.md'), new RegExp(`^## millrace ${words}\\b`, 'm'));
  });

  it('is written without secrets, with all pages of its lists', async () => {
    const tree = await readTree(moved);
    assert.doesNotMatch(JSON.stringify(tree), /canary|\*{5}/);
    const connections = Object.keys(tree).filter((path) => path.startsWith(`${WORKSPACE}/connections/`));
    assert.equal(connections.length, 131);
    const nightly = tree[`${WORKSPACE}/tasks/nightly.yaml`] ?? '';
    for (const text of ['rows: "5"', 'db: warehouse', 'name: berlin', 'timeout: 60', 'microservicePort: "8080"', 'pause: true'])
      assert.ok(nightly.includes(text), `${text} in\n${nightly}`);
    assert.match(tree[`${WORKSPACE}/plans/month end.yaml`] ?? '', /AT_LEAST_ONE_SUCCEEDED\n {4}tasks:\n {6}- nightly\n[^]*- nightly \(2\)/);
    assert.match(tree[`${WORKSPACE}/schedules/nightly.yaml`] ?? '', /name: weekdays/);
  });

  it('leaves files alone that were changed since, and says so', async () => {
    assert.match(assertDone(await millrace(importInto(moved))), / 0 files written/);
    const path = join(moved, WORKSPACE, 'workspace.yaml');
    const own = '# ours\nname: Finance\ndescription: Mine\n';
    await writeFile(path, own);
    await rm(join(moved, WORKSPACE, 'tasks/nightly.yaml'));
    assert.match(assertDone(await millrace(importInto(moved))), / 1 files written/);
    assert.equal(await readFile(path, 'utf8'), own);
    const kept = (await readLines()).filter(({ part }) => part === 'files').flatMap(({ objects }) => objects);
    assert.deepEqual(kept, [`${WORKSPACE}/workspace.yaml`]);
  });

  it('can be applied after the steps of the report', async () => {
    const client = await install.client();
    const body = { name: 'Production', workspaceName: 'Finance' };
    const { body: environment } = await client.call('POST /orchestration/environments', { body });
    await client.call('POST /processing/runtimes/remote-engines', { body: { name: 'berlin', environmentId: environment.id } });
    await putContent(moved);
    const prefix = 'PRODUCTION_FINANCE';
    const secrets = { [`${prefix}_WAREHOUSE_PASSWORD`]: 'a', [`${prefix}_WAREHOUSE_API_KEY`]: 'b', [`${prefix}_NIGHTLY_SECRET_WORD`]: 'c' };
    assertDone(await millrace(['apply', moved, '--yes'], secrets));
    assert.match(assertDone(await millrace(['diff', moved], secrets)), /The server matches the files/);
  });
});

describe('an import', () => {
  it('refuses a folder with files of another origin, and one of another account', async () => {
    const other = join(folder, 'other');
    await writeTree(other, { 'environments/Test/environment.yaml': 'name: Test\n' });
    assert.match(assertDone(await millrace(importInto(other)), 2), /holds files that no import has written/);
    assert.deepEqual(Object.keys(await readTree(other)), ['environments/Test/environment.yaml']);
    const elsewhere = ['import', moved, '--from', install.url, '--token-file', join(install.home, 'admin.token')];
    assert.match(assertDone(await millrace(elsewhere), 2), /holds the import of http/);
  });

  it('writes nothing with a wrong token, without one, or for an unknown environment', async () => {
    const target = join(folder, 'nothing');
    const wrong = join(folder, 'wrong.txt');
    await writeFile(wrong, 'another-token');
    assert.match(assertDone(await millrace(['import', target, '--from', service.url, '--token-file', wrong]), 3), /Nothing was written/);
    assert.match(assertDone(await millrace(['import', target, '--from', service.url]), 2), /Give the file with the token/);
    assert.match(assertDone(await millrace(importInto(target, '--environment', 'Productoin')), 4), /Known: Production/);
    assert.ok(!(await readdir(folder)).includes('nothing'));
  });

  it('says after Ctrl-C that nothing was written', async () => {
    const path = '/orchestration/resources';
    service.hold(path);
    const before = service.requests.length;
    const running = start(importInto(join(folder, 'interrupted'), '--no-check'));
    await eventually('the list is asked for', async () => (service.requests.slice(before).includes(`GET ${path}`) ? true : undefined));
    running.child.kill('SIGINT');
    await once(running.child, 'close');
    assert.equal(running.child.exitCode, 130, running.err);
    assert.match(running.err, /Interrupted while reading the account: nothing was written/);
    assert.ok(!(await readdir(folder)).includes('interrupted'));
  });
});
