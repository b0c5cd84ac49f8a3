// run: waiting because its engines start processes
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { isAlive } from '../../test/processes.ts';
import { shellBundle, zipOf } from '../../test/zips.ts';
import { adviceOnRefusal, openAccess, runAsUsersOf, sharedFoldersOf } from './run-access.ts';

const isRoot = process.getuid?.() === 0;
const NEEDS_ROOT = 'only root can give each run a user of its own';
const FINANCE = '01985b5e-7d5c-7000-8000-2d3c5a9f1b42';
const SALES = '01985b5e-7d5c-7000-8000-2d3c5a9f1b43';
const [ETL_GROUP, FINANCE_GROUP] = [54_321, 54_322];

/** Creates a folder by the command that the manual shows. */
async function groupFolder(group: number, mode = '2770'): Promise<string> {
  const folder = join(await temporaryFolder(), 'shared');
  // tries `install -d -m 2770 -g etl /data/etl`: with another group and folder
  execFileSync('install', ['-d', '-m', mode, '-g', String(group), folder]);
  return folder;
}

async function sharingEngine(t: TestContext) {
  const [all, finance] = [await groupFolder(ETL_GROUP), await groupFolder(FINANCE_GROUP)];
  const shared = [{ name: all }, { name: finance, workspace: FINANCE }];
  const { plane } = await engineFor(t, { isolation: { sharedFolders: shared, runAs: [{ name: 'daemon', workspace: FINANCE }] } });
  const run = async (script: string, more: Parameters<typeof plane.add>[1] = {}) => {
    const execution = plane.add(await shellBundle(script), more);
    const finish = await plane.ended(execution);
    return { ...finish, out: messages(execution.lines, 'STDOUT'), err: messages(execution.lines, 'STDERR'), lines: execution.lines };
  };
  return { plane, all, finance, run };
}

test('bundles.run.shared-folders', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { all, finance, run } = await sharingEngine(t);
  const write = (folder: string, text: string): string => `echo ${text} > ${folder}/out.csv && mkdir -p ${folder}/new && id -u`;
  const first = await run(write(all, 'one'), { workspaceId: SALES });
  const second = await run(write(all, 'two'), { workspaceId: FINANCE });
  assert.deepEqual([first.outcome, second.outcome], ['EXECUTION_SUCCESS', 'EXECUTION_SUCCESS'], JSON.stringify(second.lines));
  assert.notEqual(first.out[0], second.out[0], 'each run still has a user of its own');
  assert.equal(await readFile(join(all, 'out.csv'), 'utf8'), 'two\n');
  const facts = await stat(join(all, 'out.csv'));
  assert.deepEqual([facts.gid, facts.mode & 0o777, facts.uid], [ETL_GROUP, 0o660, Number(first.out[0])]);
  assert.equal((await stat(join(all, 'new'))).mode & 0o7777, 0o2770);

  assert.equal((await run(write(finance, 'secret'), { workspaceId: FINANCE })).outcome, 'EXECUTION_SUCCESS');
  for (const more of [{ workspaceId: SALES }, {}]) {
    const refused = await run(`cat ${finance}/out.csv; ls ${finance}; echo x > ${finance}/mine`, more);
    assert.deepEqual([refused.outcome, refused.out], ['EXECUTION_FAILED', []]);
    assert.match(refused.err.join('\n'), /(?:.*Permission denied\n?){3}|denied/);
  }
  await assert.rejects(stat(join(finance, 'mine')), 'a refusal leaves nothing behind');
  const groups = await run('id -G; cat ../context.json', { workspaceId: SALES });
  assert.deepEqual(groups.out[0]?.split(' ').slice(1), [String(ETL_GROUP)]);
  const none = await run(`id -G; ls ${all} > list && wc -l < list`, {});
  assert.equal(none.out[0]?.split(' ')[1], String(ETL_GROUP), 'a folder of the engine is for runs without a workspace, too');
});

test('bundles.run.as-user', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane, run, finance } = await sharingEngine(t);
  const script = 'id -un; echo "$USER"; id -G; grep -E "^(CapEff|NoNewPrivs):" /proc/self/status | tr "\\t" " "; sleep 30 & echo $!';
  const wanted = await run(script, { workspaceId: FINANCE, runAsUser: 'daemon' });
  const [name, user, groups = '', capabilities, privileges, child] = wanted.out;
  assert.deepEqual(
    [wanted.outcome, name, user, capabilities, privileges],
    ['EXECUTION_SUCCESS', 'daemon', 'daemon', 'CapEff: 0000000000000000', 'NoNewPrivs: 1'],
  );
  assert.ok(groups.split(' ').includes(String(FINANCE_GROUP)) && groups.split(' ').includes(String(ETL_GROUP)), groups);
  await plane.until(() => !isAlive(Number(child)), 'the end of its processes');
  const said = messages(wanted.lines, 'SYSTEM').filter((line) => /user/.test(line));
  assert.deepEqual(said, ['Isolation: user (runs as the user daemon of the machine, which its owner has listed)']);
  const byProfile = await run(`id -un; echo mine > ${finance}/of-daemon`, {
    workspaceId: FINANCE,
    jvmArguments: ['-Dmillrace.runAs=daemon'],
  });
  assert.deepEqual(byProfile.out, ['daemon']);
  assert.equal((await stat(join(finance, 'of-daemon'))).uid, 1);

  const closed = await run('echo x > /etc/of-daemon', { workspaceId: FINANCE, runAsUser: 'daemon' });
  assert.match(closed.errorMessage ?? '', /This run has the user daemon, which may not open \/etc\/of-daemon: /);

  for (const more of [{ workspaceId: SALES }, { workspaceId: FINANCE, runAsUser: 'root' }, {}]) {
    const refused = await run('id -un', { runAsUser: 'daemon', ...more });
    assert.deepEqual([refused.outcome, refused.errorType, refused.out], ['DEPLOY_FAILED', 'RUN_AS_REFUSED', []]);
    assert.match(refused.errorMessage ?? '', /which this engine does not allow for its workspace.*MILLRACE_ENGINE_RUN_AS/);
  }
});

test('bundles.run.as-user: an engine that lists no users says that remoteRunAsUser has no effect', async (t) => {
  const { plane } = await engineFor(t);
  const execution = plane.add(await shellBundle('echo "$USER"'), { runAsUser: 'daemon' });
  assert.equal((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
  assert.ok(
    execution.lines.some(({ message, severity }) => severity === 'WARN' && message.startsWith('remoteRunAsUser has no effect here')),
  );
  const demanding = plane.add(await shellBundle('id -un'), { jvmArguments: ['-Dmillrace.runAs=daemon'] });
  assert.equal((await plane.ended(demanding)).errorType, 'RUN_AS_REFUSED');
});

test('bundles.run.refusal', async (t) => {
  if (!isRoot) return t.skip(NEEDS_ROOT);
  const { plane } = await engineFor(t);
  const folder = join(await temporaryFolder(), 'night');
  await mkdir(folder, { mode: 0o755 });
  await writeFile(join(folder, 'out.csv'), 'of an earlier run', { mode: 0o600 });
  const script = `#!/bin/sh
echo 'Exception in component tFileOutputDelimited_1 (Load)' >&2
echo 'java.io.FileNotFoundException: ${folder}/out.csv (Permission denied)' >&2
exit 1
`;
  const job = plane.addJob(await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': script }));
  const { errorType, errorMessage } = await plane.ended(job);
  assert.equal(errorType, 'WRITE_REFUSED');
  const advice = `may not open ${folder}/out.csv: the owner of the engine can list its folder in MILLRACE_ENGINE_SHARED_FOLDERS`;
  assert.ok(
    errorMessage?.startsWith('The job ended with exit code 1. First error: Exception in component tFileOutputDelimited_1'),
    errorMessage,
  );
  assert.ok(errorMessage?.includes(advice), errorMessage);

  const bundle = await plane.ended(plane.add(await shellBundle(`echo new > ${folder}/out.csv`)));
  assert.equal(bundle.errorType, 'WRITE_REFUSED');
  assert.ok(bundle.errorMessage?.includes(advice), bundle.errorMessage);
  assert.equal(await readFile(join(folder, 'out.csv'), 'utf8'), 'of an earlier run');
});

test('advises on files outside of the run only', () => {
  const of = (error: string, kind: 'user' | 'namespace' | 'none' = 'user') => adviceOnRefusal(error, { kind, folder: '/runs/1/work' });
  assert.match(of('java.nio.file.AccessDeniedException: /data/out.csv') ?? '', /\/data\/out\.csv: .*MILLRACE_ENGINE_RUN_AS/);
  assert.match(of("PermissionError: [Errno 13] Permission denied: '/data/out.csv'") ?? '', /\/data\/out\.csv:/);
  assert.match(of('java.io.FileNotFoundException: /tmp/out.csv (Permission denied)') ?? '', /: let the task write into another folder/);
  assert.match(of('cp: /data/out.csv: Read-only file system', 'namespace') ?? '', /only some folders.*SHARED_FOLDERS$/);
  assert.equal(of('java.io.FileNotFoundException: /runs/1/work/home/x (Permission denied)'), undefined);
  assert.equal(of('java.io.FileNotFoundException: /data/x (No such file or directory)'), undefined);
  assert.equal(of('java.io.FileNotFoundException: /data/x (Permission denied)', 'none'), undefined);
});

test('reads and checks what the owner has listed', async () => {
  assert.deepEqual(sharedFoldersOf({ MILLRACE_ENGINE_SHARED_FOLDERS: `/a: :${FINANCE.toUpperCase()}=/b` }), [
    { name: '/a' },
    { name: '/b', workspace: FINANCE },
  ]);
  assert.deepEqual(runAsUsersOf({ MILLRACE_ENGINE_RUN_AS: `etl, ${FINANCE}=fin` }), [{ name: 'etl' }, { name: 'fin', workspace: FINANCE }]);
  assert.deepEqual(sharedFoldersOf({}), []);
  assert.throws(
    () => sharedFoldersOf({ MILLRACE_ENGINE_SHARED_FOLDERS: 'a' }),
    /MILLRACE_ENGINE_SHARED_FOLDERS lists "a": write an absolute path/,
  );
  assert.throws(() => runAsUsersOf({ MILLRACE_ENGINE_RUN_AS: 'finance=etl' }), /lists "finance=etl"/);
  const range = { first: 70_000, last: 70_999 };
  const refused = (options: Parameters<typeof openAccess>[0], message: RegExp, kind: 'user' | 'namespace' = 'user') =>
    assert.rejects(openAccess(options, { kind, range }), message);
  await refused({ sharedFolders: [{ name: '/a' }, { name: '/a/b' }] }, /lists \/a\/b within \/a/);
  await refused({ sharedFolders: [{ name: '/a/b', workspace: FINANCE }], taskFolders: ['/a'] }, /lists \/a\/b within \/a/, 'namespace');
  await refused({ sharedFolders: [{ name: '/no such folder' }] }, /is not a folder: create it by "install -d -m 2770/);
  await refused({ sharedFolders: [{ name: '/no such folder' }] }, /is not a folder that the user of the engine can write/, 'namespace');
  await refused({ runAs: [{ name: 'daemon' }] }, /needs an engine that runs as root/, 'namespace');
  await refused({ runAs: [{ name: 'no-such-user' }] }, /this machine has no such user/);
  await refused({ runAs: [{ name: 'root' }] }, /no task may have the rights of root/);
  if (!isRoot) return;
  await refused({ sharedFolders: [{ name: await groupFolder(0) }] }, /belongs to the group of root/);
  await refused({ sharedFolders: [{ name: await groupFolder(70_001) }] }, /one of the users of runs/);
  await refused({ sharedFolders: [{ name: await groupFolder(ETL_GROUP, '0750') }] }, /gives its group no full access/);
});
