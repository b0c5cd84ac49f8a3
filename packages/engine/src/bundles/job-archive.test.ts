import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/engine.ts';
import { zipOf } from '../../test/zips.ts';
import { taskPath } from '../environment.ts';
import { jobArchiveCommand } from './job-archive.ts';

const path = taskPath(process.env);

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
  const command = await jobArchiveCommand(folder, { parameters: {}, logLevel: 'WARN' }, { path, contextFile });
  assert.match(command.command, /\/sh$/);
  assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=WARN']);
  assert.equal(command.folder, join(folder, 'Load'));
});

test('keeps parameters off the command line where the job can read a file', async () => {
  const { folder, contextFile } = await archive({ knowsFile: true });
  const parameters = { user: 'me', password: 'se\\cret=1', lines: 'a\nb' };
  const command = await jobArchiveCommand(folder, { parameters, logLevel: 'INFO' }, { path, contextFile });
  const option = command.arguments.find((word) => word.startsWith('--context_file=')) ?? '';
  assert.equal(Buffer.from(option.slice('--context_file='.length), 'base64').toString(), contextFile);
  assert.equal(await readFile(contextFile, 'utf8'), '--context_param user=me\n--context_param password=se\\cret=1\n');
  assert.equal((await stat(contextFile)).mode & 0o777, 0o600);
  assert.deepEqual(command.arguments.slice(2, 4), ['--context_param', 'lines=a\nb']);
});

test('bundles.job-archive.parameters: gives parameters as arguments to a job that does not know the file, with backslashes kept from its decoder', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false });
  const command = await jobArchiveCommand(folder, { parameters: { folder: 'C:\\new' }, logLevel: 'INFO' }, { path, contextFile });
  assert.deepEqual(command.arguments.slice(1, 3), ['--context_param', 'folder=C:\\\\new']);
  await assert.rejects(stat(contextFile));
});

test('takes a large parameter by the file, and says PARAMETER_UNUSABLE where the job knows none', async () => {
  const claim = { parameters: { resource_webhook_payload: 'secret'.repeat(200_000) }, logLevel: 'INFO' } as const;
  const knowing = await archive({ knowsFile: true });
  const command = await jobArchiveCommand(knowing.folder, claim, { path, contextFile: knowing.contextFile });
  assert.ok(command.arguments.every((word) => word.length < 1000));
  assert.equal((await stat(knowing.contextFile)).size, 1_200_000 + '--context_param resource_webhook_payload=\n'.length);
  const { folder, contextFile } = await archive({ knowsFile: false });
  await assert.rejects(jobArchiveCommand(folder, claim, { path, contextFile }), (fault: { errorType: string; message: string }) => {
    assert.equal(fault.errorType, 'PARAMETER_UNUSABLE');
    assert.match(fault.message, /"resource_webhook_payload" is too large/);
    return !fault.message.includes('secret');
  });
});

test('bundles.job-archive.jvm-arguments: gives them to Java, which takes them apart as they were', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false });
  const variablesOf = async (jvmArguments?: string[]) =>
    (await jobArchiveCommand(folder, { parameters: {}, logLevel: 'INFO', ...(jvmArguments && { jvmArguments }) }, { path, contextFile }))
      .variables;
  assert.deepEqual(await variablesOf(), {});
  assert.deepEqual(await variablesOf([]), {});
  assert.deepEqual(await variablesOf(['-Xmx64M', '-Da=$(id)']), { _JAVA_OPTIONS: '-Xmx64M -Da=$(id)' });
  assert.deepEqual(await variablesOf(['-Da=b c', `-Dq='`, '-Dd="x y"']), {
    _JAVA_OPTIONS: `"-Da=b c" "-Dq='" "-Dd="'"'"x y"'"'""`,
  });
});

test('says JAVA_NOT_FOUND where the script needs Java and the engine has none', async () => {
  const { folder, contextFile } = await archive({ knowsFile: false, script: '#!/bin/sh\njava -cp . Load "$@"\n' });
  const claim = { parameters: {}, logLevel: 'INFO' } as const;
  await assert.rejects(jobArchiveCommand(folder, claim, { path: folder, contextFile }), {
    errorType: 'JAVA_NOT_FOUND',
    message: /install one/,
  });
});

test('refuses an archive without its script, and a job name that leaves the archive', async () => {
  const claim = { parameters: {}, logLevel: 'INFO' } as const;
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
  const claim = { parameters: { 'a=b': 'secret' }, logLevel: 'INFO' } as const;
  await assert.rejects(jobArchiveCommand(folder, claim, { path, contextFile }), {
    errorType: 'PARAMETER_UNUSABLE',
    message: /^Parameter "a=b" (?!.*secret)/,
  });
});
