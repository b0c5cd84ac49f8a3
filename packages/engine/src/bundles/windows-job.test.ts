/** The preview for Windows, with files of Windows, its programs as empty files, and recorded calls of `taskkill`. Nothing here ran on Windows. */
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { machineOf } from '../../test/studio-job.ts';
import { zipOf } from '../../test/zips.ts';
import { jobArchiveCommand } from './job-archive.ts';
import type { JobClaim } from './job-values.ts';
import { DeployFault } from '../program/faults.ts';
import { findProgram } from '../program/find-program.ts';
import { taskEnvironment } from '../runs/environment.ts';
import { signalTree } from '../program/windows-process-tree.ts';

const STUDIO =
  '%~d0\r\ncd %~dp0\r\njava -Dtalend.component.manager.m2.repository="%cd%/../lib" -Xms256M "-Dname=a b" -cp .;../lib/routines.jar;load_0_1.jar; p.load_0_1.Load --context=Default --context_param day=3 %*\r\n';
const EDITED = `set PATH=C:\\tools;%PATH%\r\n${STUDIO}`;
const UNIX =
  '#!/bin/sh\ncd `dirname $0`\nROOT_PATH=`pwd`\njava -Xmx64M -cp .:$ROOT_PATH:$ROOT_PATH/load_0_1.jar p.load_0_1.Load --context=PROD "$@"\n';
const CLAIM: JobClaim = { parameters: {}, paths: {}, logLevel: 'INFO' };

/** A folder of programs of Windows, as empty files. `java` without an ending is the one that the machine of this test finds. */
const programs = await (async () => {
  const folder = await temporaryFolder();
  for (const name of ['java', 'java.exe', 'cmd.exe', 'tool.bat']) {
    await writeFile(join(folder, name), '');
    await chmod(join(folder, name), 0o755);
  }
  return folder;
})();

/** The command of an archive with these launchers on Windows, and the folder of its job. */
async function start(
  files: Record<string, string>,
  { claim = {}, readsFile = true }: { claim?: Partial<JobClaim>; readsFile?: boolean } = {},
) {
  const folder = await temporaryFolder();
  const jar = await zipOf({ 'p/load_0_1/Load.class': readsFile ? 'xx--context_filexx' : 'xx--context_paramxx' });
  const all = { 'jobInfo.properties': 'job=Load\njobVersion=0.1\n', 'Load/load_0_1.jar': jar, ...files };
  for (const [path, content] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const machine = { ...machineOf(programs, join(folder, 'context-parameters')), platform: 'win32' } as const;
  const command = await jobArchiveCommand(folder, { ...CLAIM, ...claim }, machine);
  return { ...command, job: join(folder, 'Load') };
}

const isFault = (type: string, words: RegExp) => (error: unknown) => error instanceof DeployFault && error.errorType === type && words.test(error.message); // prettier-ignore

describe('a job archive on Windows', () => {
  test('starts Java as its launcher does, without the command interpreter', async () => {
    const { command, arguments: words, folder, job, notes } = await start({ 'Load/Load_run.bat': STUDIO, 'Load/Load_run.sh': UNIX });
    assert.deepEqual([command, folder, notes], [join(programs, 'java.exe'), job, []]);
    assert.deepEqual(words, [
      `-Dtalend.component.manager.m2.repository=${job}/../lib`,
      '-Xms256M',
      '-Dname=a b',
      '-cp',
      '.;../lib/routines.jar;load_0_1.jar',
      'p.load_0_1.Load',
      '--context=Default',
      '--context_param',
      'day=3',
      '--log4jLevel=INFO',
    ]);
  });

  test('without a launcher for Windows its class starts, with the options and the jars of its run script, and the log says so', async () => {
    const { arguments: words, notes } = await start({ 'Load/Load_run.sh': UNIX });
    assert.deepEqual(words, ['-Xmx64M', '-cp', '.;load_0_1.jar', 'p.load_0_1.Load', '--context=PROD', '--log4jLevel=INFO']);
    assert.match(notes.join(), /no launcher for Windows: its class starts with the Java options of its run script, and without/);
    const derived = await start({});
    assert.deepEqual(derived.arguments.slice(0, 3), ['-cp', '.;../lib/*;*', 'p.load_0_1.Load']);
  });

  test('without a launcher for Windows it gets each option of its run script that no shell has to read, and the log names the others', async () => {
    const given = `-Dm2.repository=$ROOT_PATH/../lib -Dfile.encoding=ISO-8859-15 -Dname="a'b" -Dquoted='$HOME' -ea --add-opens java.base/java.lang=ALL-UNNAMED -Dkey=$KEY -Dday=\`date\``; // prettier-ignore
    const { arguments: words, job, notes } = await start({ 'Load/Load_run.sh': UNIX.replace('-Xmx64M', () => given) });
    assert.deepEqual(words.slice(0, words.indexOf('-cp')), [
      `-Dm2.repository=${job}/../lib`,
      '-Dfile.encoding=ISO-8859-15',
      "-Dname=a'b",
      '-Dquoted=$HOME',
      '-ea',
      '--add-opens=java.base/java.lang=ALL-UNNAMED',
    ]);
    assert.match(notes.join(), /with the Java options of its run script but -Dkey, -Dday, which only a shell can read, and without values/);
  });

  test('gets the values of the run by files, and none of its launcher in their place', async () => {
    const values = { parameters: { day: '4', pin: 'of run-17' }, secretParameters: ['pin'], contextName: 'PROD' };
    const listed = await start({ 'Load/Load_run.bat': STUDIO }, { claim: values });
    assert.ok(listed.arguments.some((word) => word.startsWith('--context_file=')));
    assert.deepEqual(listed.arguments.slice(6, 9), ['--overridden_context=Default', '--overridden_param', 'day=3']);
    assert.ok(listed.arguments.includes('--context=PROD'));
    const older = await start({ 'Load/Load_run.bat': STUDIO }, { claim: values, readsFile: false });
    assert.match(await readFile(join(older.job, 'p/load_0_1/contexts/PROD.properties'), 'utf8'), /day=4\npin=of\\u0020run-17/);
    assert.ok(!older.arguments.join(' ').includes('run-17'));
  });

  test('an edited launcher runs by the command interpreter, with words that it cannot read in another way', async () => {
    const { command, arguments: words } = await start({ 'Load/Load_run.bat': EDITED });
    assert.equal(command, join(programs, 'cmd.exe'));
    assert.deepEqual(words, ['/d', '/s', '/c', 'Load_run.bat', '--log4jLevel=INFO']);
    const withFile = await start({ 'Load/Load_run.bat': EDITED }, { claim: { parameters: { day: 'a & del *' } } });
    assert.match(withFile.arguments.join(' '), /Load_run\.bat --context_file=[\w+/=]+ --log4jLevel=INFO$/);
    assert.match(await readFile(join(withFile.job, 'Load_run.bat'), 'latin1'), /--overridden_param day=3/);
    for (const contextName of ['a&b', 'a b', '%PATH%', 'a"b', 'a^b'])
      await assert.rejects(
        start({ 'Load/Load_run.bat': EDITED }, { claim: { contextName } }),
        isFault('PARAMETER_UNUSABLE', /was edited, .* Build the job with the launcher of Studio/),
      );
    await assert.rejects(
      start({ 'Load/Load_run.bat': EDITED }, { claim: { parameters: { pin: 'x' }, secretParameters: ['pin'] }, readsFile: false }),
      isFault('PARAMETER_UNUSABLE', /is a secret, which no argument may hold/),
    );
  });

  test('an archive that tells no class is refused', async () => {
    await assert.rejects(start({ 'Load/load_0_1.jar': '' }), isFault('BUNDLE_UNUSABLE', /no Load\/Load_run\.bat/));
  });
});

test('programs of Windows are found by names without an ending, and .bat files are none', async () => {
  assert.equal(await findProgram('java', programs, 'win32'), join(programs, 'java.exe'));
  assert.equal(await findProgram('java.exe', programs, 'win32'), join(programs, 'java.exe'));
  assert.equal(await findProgram('tool', programs, 'win32'), undefined);
});

test('a process ends with its descendants by taskkill', () => {
  const calls: string[] = [];
  const run = (program: string, words: readonly string[]) => (calls.push([program, ...words].join(' ')), calls.length === 3 ? 128 : 0);
  assert.deepEqual(
    [signalTree(4711, 'SIGTERM', run), signalTree(4711, 'SIGKILL', run), signalTree(4712, 'SIGKILL', run)],
    [true, true, false],
  );
  assert.deepEqual(calls, ['taskkill /PID 4711 /T', 'taskkill /PID 4711 /T /F', 'taskkill /PID 4712 /T /F']);
  assert.deepEqual([signalTree(process.pid, 0, run), calls.length], [true, 3]);
});

test('a task gets the variables that programs of Windows need, with the folders of its run, and no others of the engine', () => {
  const task = { mark: 'm', executionId: 'e', taskId: 't', taskName: 'n', logLevel: 'INFO', home: 'H', temporary: 'T', context: 'c', report: 'r', path: 'P' }; // prettier-ignore
  const engine = {
    SYSTEMROOT: 'C:\\Windows',
    ComSpec: 'C:\\Windows\\system32\\cmd.exe',
    APPDATA: 'C:\\Users\\engine',
    MILLRACE_ENGINE_KEY: 'k',
  };
  const { USERPROFILE, TEMP, TMP, SystemRoot, ComSpec, ...others } = taskEnvironment(engine, task, 'win32');
  assert.deepEqual([USERPROFILE, TEMP, TMP, SystemRoot, ComSpec], ['H', 'T', 'T', 'C:\\Windows', engine.ComSpec]);
  assert.deepEqual([others['APPDATA'], others['MILLRACE_ENGINE_KEY']], [undefined, undefined]);
  assert.equal(taskEnvironment(engine, task, 'linux')['USERPROFILE'], undefined);
});

test('the definition of the service starts the engine and gives it more time to stop than its runs get', async () => {
  const text = await readFile(new URL('../../../../deploy/windows/millrace-engine.xml', import.meta.url), 'utf8');
  assert.match(text, /<arguments>"[^"]+millrace-engine\.cjs" run<\/arguments>/);
  assert.ok(Number(/<stoptimeout>(\d+) sec<\/stoptimeout>/.exec(text)?.[1]) > 300);
});
