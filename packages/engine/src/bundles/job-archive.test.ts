// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { relisted, renamed, zipOf } from '../../test/zips.ts';
import { taskPath } from '../environment.ts';
import { jobArchiveCommand } from './job-archive.ts';

const path = taskPath(process.env, process.execPath);

/** A java that is found, although it does nothing. */
const PATH_WITH_JAVA = await (async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'java'), '#!/bin/sh\n', { mode: 0o755 });
  return `${folder}:${path}`;
})();

async function archive(options: { knowsFile: boolean; script?: string; job?: string }): Promise<{ folder: string; contextFile: string }> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'Load'));
  await writeFile(join(folder, 'jobInfo.properties'), `job=${options.job ?? 'Load'}\njobVersion=0.1\n`);
  await writeFile(join(folder, 'Load', 'Load_run.sh'), options.script ?? '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  const text = options.knowsFile ? 'xx--context_filexx' : 'xx--context_paramxx';
  await writeFile(join(folder, 'Load', 'load_0_1.jar'), await zipOf({ 'p/load_0_1/Load.class': text }));
  return { folder, contextFile: join(folder, 'context-parameters') };
}

test('runs the script of the job in its folder, with the log level', async () => {
  const { folder, contextFile } = await archive({ knowsFile: true });
  const command = await jobArchiveCommand(folder, { parameters: {}, paths: {}, logLevel: 'WARN' }, { path, contextFile });
  assert.match(command.command, /\/sh$/);
  assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=WARN']);
  assert.equal(command.folder, join(folder, 'Load'));
});

const CONTEXTS = join('Load', 'p', 'load_0_1', 'contexts');

async function withContexts(folder: string, name = 'Default'): Promise<string> {
  await mkdir(join(folder, CONTEXTS), { recursive: true });
  const file = join(folder, CONTEXTS, `${name}.properties`);
  await writeFile(file, 'user=nobody');
  return file;
}

const OLD_SCRIPT = '#!/bin/sh\n: java -cp .:../lib/routines.jar:load_0_1.jar p.load_0_1.Load "$@"\n';

test('gives parameters by a file where the job can read one', async () => {
  const { folder, contextFile } = await archive({ knowsFile: true });
  const parameters = { user: 'me', password: 'se\\cret=1' };
  const command = await jobArchiveCommand(folder, { parameters, paths: {}, logLevel: 'INFO' }, { path, contextFile });
  const option = command.arguments.find((word) => word.startsWith('--context_file=')) ?? '';
  assert.equal(Buffer.from(option.slice('--context_file='.length), 'base64').toString(), contextFile);
  assert.equal(await readFile(contextFile, 'utf8'), '--context_param user=me\n--context_param password=se\\cret=1\n');
  assert.equal((await stat(contextFile)).mode & 0o777, 0o600);
});

test('bundles.job-archive.parameters: no parameter stands on the command line, also of a job that does not know the file', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false, script: OLD_SCRIPT });
  const file = await withContexts(folder);
  const parameters = { folder: 'C:\\new #1', 'a name': ' ü\nsecond', user: 'me' };
  const command = await jobArchiveCommand(folder, { parameters, paths: {}, logLevel: 'INFO' }, { path: PATH_WITH_JAVA, contextFile });
  assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=INFO']);
  await assert.rejects(stat(contextFile));
  const lines = (await readFile(file, 'utf8')).split('\n');
  assert.deepEqual(lines, [
    'user=nobody',
    'folder=C\\u003a\\u005cnew\\u0020\\u00231',
    'a\\u0020name=\\u0020\\u00fc\\u000asecond',
    'user=me',
    '',
  ]);
});

test('a value of several lines goes to the context of the job, the others to the file that it knows', async () => {
  const { folder, contextFile } = await archive({ knowsFile: true, script: OLD_SCRIPT.replace('"$@"', '--context=Prod "$@"') });
  const file = await withContexts(folder, 'Prod');
  const parameters = { user: 'me', lines: 'a\nb' };
  await jobArchiveCommand(folder, { parameters, paths: {}, logLevel: 'INFO' }, { path: PATH_WITH_JAVA, contextFile });
  assert.equal(await readFile(contextFile, 'utf8'), '--context_param user=me\n');
  assert.equal(await readFile(file, 'utf8'), 'user=nobody\nlines=a\\u000ab\n');
});

test('a jar that fails a check of its entries does not say that its job knows the file', async () => {
  const load = { 'p/load_0_1/Load.class': 'xx--context_filexx' };
  const jars = {
    'another checksum': relisted(await zipOf(load), 0, 'checksum', 7),
    'entries that share bytes': relisted(await zipOf({ ...load, 'p/load_0_1/More.class': 'more' }), 1, 'offset', 0),
    'an entry that is there twice': renamed(await zipOf({ ...load, 'p/load_0_1/Less.class': 'less' }), 'Less.class', 'Load.class'),
    'too high a ratio': await zipOf({ ...load, 'p/load_0_1/zeros.bin': Buffer.alloc(4 * 2 ** 20) }),
  };
  for (const [fault, jar] of Object.entries(jars)) {
    const { folder, contextFile } = await archive({ knowsFile: true, script: OLD_SCRIPT });
    await writeFile(join(folder, 'Load', 'load_0_1.jar'), jar);
    const file = await withContexts(folder);
    const claim = { parameters: { user: 'me' }, paths: {}, logLevel: 'INFO' } as const;
    const command = await jobArchiveCommand(folder, claim, { path: PATH_WITH_JAVA, contextFile });
    assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=INFO'], fault);
    assert.equal(await readFile(file, 'utf8'), 'user=nobody\nuser=me\n', fault);
  }
});

test('says PARAMETER_UNUSABLE where a job can read parameters from no file', async () => {
  const claim = { parameters: { token: 'secret' }, paths: {}, logLevel: 'INFO' } as const;
  const without = await archive({ knowsFile: false, script: OLD_SCRIPT });
  const unread = await archive({ knowsFile: false });
  await withContexts(unread.folder);
  for (const { folder, contextFile } of [without, unread]) {
    await assert.rejects(jobArchiveCommand(folder, claim, { path: PATH_WITH_JAVA, contextFile }), {
      errorType: 'PARAMETER_UNUSABLE',
      message: /^Parameter "token" (?!.*secret).*too old.*Build the job again/,
    });
  }
});

test('a place in the folder of the run may stand on the command line of an old job, with backslashes kept from its decoder', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false });
  const claim = { parameters: {}, paths: { resource_flow_temp_folder: '/a\\b' }, logLevel: 'INFO' } as const;
  const command = await jobArchiveCommand(folder, claim, { path, contextFile });
  assert.deepEqual(command.arguments.slice(1, 3), ['--context_param', 'resource_flow_temp_folder=/a\\\\b']);
});

test('a large parameter takes no room on the command line', async () => {
  const claim = { parameters: { resource_webhook_payload: 'secret'.repeat(200_000) }, paths: {}, logLevel: 'INFO' } as const;
  const { folder, contextFile } = await archive({ knowsFile: true });
  const command = await jobArchiveCommand(folder, claim, { path, contextFile });
  assert.ok(command.arguments.every((word) => word.length < 1000));
  assert.equal((await stat(contextFile)).size, 1_200_000 + '--context_param resource_webhook_payload=\n'.length);
});

test('bundles.job-archive.jvm-arguments: gives them to Java, which takes them apart as they were', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false });
  const variablesOf = async (jvmArguments?: string[]) =>
    (
      await jobArchiveCommand(
        folder,
        { parameters: {}, paths: {}, logLevel: 'INFO', ...(jvmArguments && { jvmArguments }) },
        { path, contextFile },
      )
    ).variables;
  assert.deepEqual(await variablesOf(), {});
  assert.deepEqual(await variablesOf([]), {});
  assert.deepEqual(await variablesOf(['-Xmx64M', '-Da=$(id)']), { _JAVA_OPTIONS: '-Xmx64M -Da=$(id)' });
  assert.deepEqual(await variablesOf(['-Da=b c', `-Dq='`, '-Dd="x y"']), {
    _JAVA_OPTIONS: `"-Da=b c" "-Dq='" "-Dd="'"'"x y"'"'""`,
  });
});

test('says JAVA_NOT_FOUND where the script needs Java and the engine has none', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false, script: '#!/bin/sh\njava -cp . Load "$@"\n' });
  const claim = { parameters: {}, paths: {}, logLevel: 'INFO' } as const;
  await assert.rejects(jobArchiveCommand(folder, claim, { path: folder, contextFile }), {
    errorType: 'JAVA_NOT_FOUND',
    message: /install one/,
  });
});

test('refuses an archive without its script, and a job name that leaves the archive', async () => {
  const claim = { parameters: {}, paths: {}, logLevel: 'INFO' } as const;
  for (const [job, reason] of [
    ['Other', /no Other\/Other_run\.sh/],
    ['..', /must name the job/],
  ] as const) {
    const { folder, contextFile } = await archive({ knowsFile: false, job });
    await assert.rejects(jobArchiveCommand(folder, claim, { path, contextFile }), { errorType: 'BUNDLE_UNUSABLE', message: reason });
  }
});

test('names the parameter that a job cannot take', async () => {
  const { folder, contextFile } = await archive({ knowsFile: true });
  const claim = { parameters: { 'a=b': 'secret' }, paths: {}, logLevel: 'INFO' } as const;
  await assert.rejects(jobArchiveCommand(folder, claim, { path, contextFile }), {
    errorType: 'PARAMETER_UNUSABLE',
    message: /^Parameter "a=b" (?!.*secret)/,
  });
});
