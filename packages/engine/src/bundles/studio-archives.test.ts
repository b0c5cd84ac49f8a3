// run: waiting because it starts Java
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Schema } from '@millrace/contract';
import { hasCompiler, machineOf, studioArchive } from '../../test/studio-job.ts';
import { zipOf } from '../../test/zips.ts';
import { taskPath } from '../runs/environment.ts';
import { jobArchiveCommand } from './job-archive.ts';

const path = taskPath(process.env, process.execPath);
const run = promisify(execFile);

type Archive = { folder: string; parameterFile: string };
type Claim = Pick<Schema<'ClaimedExecution'>, 'parameters' | 'secretParameters' | 'contextName'> & { paths?: Record<string, string> };

/** Starts the job of an archive as the engine does; returns what it found in its context, and the words of its command line. */
async function contextOf(
  { folder, parameterFile }: Archive,
  claim: Claim,
): Promise<{ found: Record<string, string>; words: string; secrets: readonly string[] }> {
  const command = await jobArchiveCommand(folder, { paths: {}, logLevel: 'INFO', ...claim }, machineOf(path, parameterFile));
  const { stdout } = await run(command.command, command.arguments, { cwd: command.folder, env: { PATH: path, LC_ALL: 'C.UTF-8' } });
  const lines = stdout.trimEnd().split('\n');
  const found = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  return { found, words: command.arguments.join(' '), secrets: command.secrets ?? [] };
}

const script = (classPath: string, options = '--context=Default "$@"', job = 'Load'): string =>
  `#!/bin/sh\ncd \`dirname $0\`\nROOT_PATH=\`pwd\`\njava -Xmx64M -cp ${classPath} demo.${job.toLowerCase()}_0_1.${job} ${options}\n`;
const SCRIPT = 'Load/Load_run.sh';
const CONTEXTS = 'Load/demo/load_0_1/contexts';
const FOLDER = { [`${CONTEXTS}/Default.properties`]: 'who=default\npin=' };
const USUAL = { [SCRIPT]: script('.:$ROOT_PATH:$ROOT_PATH/load_0_1.jar:'), ...FOLDER };
const JAR = '$ROOT_PATH/load_0_1.jar';

describe('job archives of Studio', { skip: !hasCompiler && 'no JDK' }, () => {
  const classPaths: [string, string, Record<string, string>, Record<string, string>][] = [
    ['$ROOT_PATH first', `$ROOT_PATH:$ROOT_PATH/../lib/routines.jar:${JAR}`, FOLDER, {}],
    ['a library before the folder', `$ROOT_PATH/../lib/routines.jar:$ROOT_PATH::.:${JAR}:`, FOLDER, {}],
    ['the folder after the jar with the contexts', `${JAR}:.`, FOLDER, { 'demo/load_0_1/contexts/Default.properties': 'who=jar' }],
    ['the jar alone, with the contexts', `"${JAR}"`, {}, { 'demo/load_0_1/contexts/Default.properties': 'who=jar\nother=of jar' }],
    ['no contexts at all', `.:${JAR}`, {}, {}],
  ];
  for (const [title, classPath, files, inJar] of classPaths) {
    test(`bundles.job-archive.parameters: reach the job with ${title} on the class path, and no secret is an argument`, async () => {
      const archive = await studioArchive('Load', { [SCRIPT]: script(classPath), ...files }, { inJar });
      const parameters = { who: 'Ada\\ \u00fc\nsecond', pin: 'Sesame-17' };
      const { found, words } = await contextOf(archive, { parameters, secretParameters: ['pin'] });
      assert.deepEqual([found['who'], found['pin']], ['Ada\\ \u00fc|second', 'Sesame-17']);
      assert.equal(found['other'], inJar['demo/load_0_1/contexts/Default.properties']?.includes('other') ? 'of jar' : undefined);
      assert.ok(!words.includes('Sesame'), words);
    });
  }

  test('reach the job by classpath.jar', async () => {
    const archive = await studioArchive('Load', { [SCRIPT]: script('classpath.jar:'), ...FOLDER });
    const manifest = 'Manifest-Version: 1.0\r\nClass-Path: load_0_1.jar\r\n\r\n';

    await writeFile(join(archive.folder, 'Load', 'classpath.jar'), await zipOf({ 'META-INF/MANIFEST.MF': manifest }));
    assert.equal((await contextOf(archive, { parameters: { who: 'Ada' } })).found['who'], 'Ada');
  });

  test('reach the job where its script names a context that the archive does not have', async () => {
    const archive = await studioArchive('Load', { [SCRIPT]: script(`.:${JAR}`, '--context=PROD "$@"'), ...FOLDER });
    assert.deepEqual((await contextOf(archive, { parameters: { who: 'Ada' } })).found, { who: 'Ada' });
    assert.match(
      await readFile(join(archive.folder, CONTEXTS, 'Default.properties'), 'utf8'),
      /^who=Ada$/m,
      'a job that reads its default',
    );
  });

  test('a job that knows --context_file gets them by it, and its own context stays as it was', async () => {
    const archive = await studioArchive('Load', USUAL, { readsFile: true });
    const { found, words } = await contextOf(archive, { parameters: { who: 'Ada', more: 'x' }, secretParameters: ['who', 'more'] });
    assert.deepEqual(found, { who: 'Ada', more: 'x', pin: '' });
    assert.match(words, /--context_file=/);
    assert.equal(await readFile(join(archive.folder, CONTEXTS, 'Default.properties'), 'utf8'), 'who=default\npin=');
  });

  test('a parameter that the job does not declare reaches it, too', async () => {
    const archive = await studioArchive('Load', USUAL);
    const { found, words } = await contextOf(archive, { parameters: { more: 'a\\b' } });
    assert.deepEqual([found, words], [{ who: 'default', pin: '', more: 'a\\b' }, 'Load_run.sh --log4jLevel=INFO']);
  });

  test('bundles.job-archive.parameters: no value goes to a child job with a like name', async () => {
    const child = 'Load/demo/load_01_extract_0_1/contexts/Default.properties';
    const archive = await studioArchive('Load', { ...USUAL, [child]: 'who=default' });
    assert.equal((await contextOf(archive, { parameters: { who: 'Ada' } })).found['who'], 'Ada');
    assert.equal(await readFile(join(archive.folder, child), 'utf8'), 'who=default');
  });

  test('the value of the task wins against the run script, which keeps its other values', async () => {
    for (const readsFile of [false, true]) {
      const options = '--context=Default "$@" --context_param who="of script" --context_param=day=3 "--context_param pin=of script"';
      const archive = await studioArchive('Load', { ...USUAL, [SCRIPT]: script(`.:${JAR}`, options) }, { readsFile });
      const { found } = await contextOf(archive, { parameters: { who: 'Ada', pin: 'Sesame-17' }, secretParameters: ['pin'] });
      assert.deepEqual(found, { who: 'Ada', pin: 'Sesame-17', day: '3' });
    }
  });

  test('a script that passes on its arguments in another way, or not at all, gets them', async () => {
    for (const options of ['--context=Default $*', '$@ --context=Default', '--context=Default']) {
      const archive = await studioArchive('Load', { ...USUAL, [SCRIPT]: script(`.:${JAR}`, options) });
      assert.equal((await contextOf(archive, { parameters: { more: 'two words' } })).found['more'], 'two words', options);
    }
  });

  test('a run script with the ends of lines of Windows runs, and keeps its other bytes', async () => {
    const archive = await studioArchive('Load', USUAL);
    const bytes = Buffer.from(`${USUAL[SCRIPT]}# caf\u00e9\n`.replaceAll('\n', '\r\n'), 'latin1');
    await writeFile(join(archive.folder, SCRIPT), bytes);
    assert.equal((await contextOf(archive, { parameters: {} })).found['who'], 'default');
    assert.ok((await readFile(join(archive.folder, SCRIPT))).includes(Buffer.from('# caf\u00e9\n', 'latin1')));
  });

  test('bundles.job-archive.script: without a script the class of the job is started, with the options of the launcher for Windows', async () => {
    const none = await studioArchive('Load', FOLDER);
    const { found, words } = await contextOf(none, { parameters: { who: 'Ada', pin: 'Sesame-17' }, secretParameters: ['pin'] });
    assert.deepEqual([found['who'], found['pin'], words.includes('Sesame')], ['Ada', 'Sesame-17', false]);
    const batch =
      '@echo off\r\n%~d0\r\ncd %~dp0\r\njava -Dtalend.component.manager.m2.repository="%cd%/../lib" -Xmx64M "-Dname=a b" -cp .;../lib/a.jar;load_0_1.jar; demo.load_0_1.Load --context=PROD --context_param day=3 %*\r\n';
    const archive = await studioArchive('Load', { ...FOLDER, 'Load/Load_run.bat': batch, [`${CONTEXTS}/PROD.properties`]: 'who=prod' });
    assert.deepEqual((await contextOf(archive, { parameters: {} })).found, { who: 'prod', day: '3' });
    assert.match(await readFile(join(archive.folder, SCRIPT), 'utf8'), /exec java '-Xmx64M' '-Dname=a b' -cp /);
    assert.ok((await stat(join(archive.folder, SCRIPT))).isFile());
  });

  test('bundles.job-archive.context', async () => {
    const files = { ...USUAL, [`${CONTEXTS}/PROD.properties`]: 'who=prod\npin=of archive-17' };
    for (const options of ['--context=Default "$@"', '"$@" --context=Default', '"$@"']) {
      const chosen = await studioArchive('Load', { ...files, [SCRIPT]: script(`.:${JAR}`, options) });
      const { found, secrets } = await contextOf(chosen, { parameters: {}, contextName: 'PROD' });
      assert.deepEqual([found['who'], secrets], ['prod', ['of archive-17']], options);
      const withValue = await studioArchive('Load', { ...files, [SCRIPT]: script(`.:${JAR}`, options) });
      assert.deepEqual((await contextOf(withValue, { parameters: { who: 'Ada' }, contextName: 'PROD' })).found, {
        who: 'Ada',
        pin: 'of archive-17',
      });
      const usual = await studioArchive('Load', { ...files, [SCRIPT]: script(`.:${JAR}`, options) });
      assert.equal((await contextOf(usual, { parameters: {} })).found['who'], 'default');
    }
  });

  test('bundles.job-archive.temporary-folder', async () => {
    const paths = { resource_flow_temp_folder: '/tmp/x', resource_file_rows: '/tmp/rows' };
    for (const readsFile of [false, true]) {
      const archive = await studioArchive('Load', USUAL, { readsFile });
      assert.deepEqual((await contextOf(archive, { parameters: {}, paths })).found, {
        who: 'default',
        pin: '',
        resource_file_rows: '/tmp/rows',
      });
      const declaring = await studioArchive(
        'Load',
        { ...USUAL, [`${CONTEXTS}/Default.properties`]: 'resource_flow_temp_folder=' },
        { readsFile },
      );
      assert.equal((await contextOf(declaring, { parameters: {}, paths })).found['resource_flow_temp_folder'], '/tmp/x');
    }
  });

  test('without a class path in the script a value is an argument, and a secret is refused', async () => {
    const starter = `#!/bin/sh\nexec ./start.sh "$@"\n`;
    const files = {
      [SCRIPT]: starter,
      'Load/start.sh': `#!/bin/sh\nexec java "-cp" ".:load_0_1.jar" demo.load_0_1.Load "$@"\n`,
      ...FOLDER,
    };
    const archive = await studioArchive('Load', files);
    await chmod(join(archive.folder, 'Load', 'start.sh'), 0o700);
    assert.equal((await contextOf(archive, { parameters: { who: 'Ada' } })).found['who'], 'Ada');
    await assert.rejects(contextOf(archive, { parameters: { pin: 'Sesame-17' }, secretParameters: ['pin'] }), {
      errorType: 'PARAMETER_UNUSABLE',
      message: /^Parameter "pin" (?!.*Sesame).*class path.*Build the job again/,
    });
  });
});
