// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../test/engine.ts';
import { machineOf } from '../../test/studio-job.ts';
import { withField, withNameReplaced, zipOf } from '../../test/zips.ts';
import { taskPath } from '../runs/environment.ts';
import { jobArchiveCommand } from './job-archive.ts';

const path = taskPath(process.env, process.execPath);

/** A PATH with a program `java` that does nothing. */
const PATH_WITH_JAVA = await (async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'java'), '#!/bin/sh\n', { mode: 0o755 });
  return `${folder}:${path}`;
})();

async function archive(options: { readsFile: boolean; script?: string; job?: string }): Promise<{ folder: string; parameterFile: string }> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'Load'));
  await writeFile(join(folder, 'jobInfo.properties'), `job=${options.job ?? 'Load'}\njobVersion=0.1\n`);
  await writeFile(join(folder, 'Load', 'Load_run.sh'), options.script ?? '#!/bin/sh\nprintf "%s\\n" "$@"\n');
  const text = options.readsFile ? 'xx--context_filexx' : 'xx--context_paramxx';
  await writeFile(join(folder, 'Load', 'load_0_1.jar'), await zipOf({ 'p/load_0_1/Load.class': text }));
  return { folder, parameterFile: join(folder, 'context-parameters') };
}

test('runs the script of the job in its folder, with the log level', async () => {
  const { folder, parameterFile } = await archive({ readsFile: true });
  const command = await jobArchiveCommand(folder, { parameters: {}, paths: {}, logLevel: 'WARN' }, machineOf(path, parameterFile));
  assert.match(command.command, /\/sh$/);
  assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=WARN']);
  assert.equal(command.folder, join(folder, 'Load'));
});

test('reads the class of the job, not the class of this name in a package whose name only ends like its own', async () => {
  const { folder, parameterFile } = await archive({ readsFile: true });
  const classes = { 'p/preload_0_1/Load.class': 'xx--context_paramxx', 'p/load_0_1/Load.class': 'xx--context_filexx' };
  await writeFile(join(folder, 'Load', 'load_0_1.jar'), await zipOf(classes));
  const command = await jobArchiveCommand(
    folder,
    { parameters: { user: 'me' }, paths: {}, logLevel: 'INFO' },
    machineOf(path, parameterFile),
  );
  assert.ok(command.arguments.some((word) => word.startsWith('--context_file=')));
});

const CONTEXTS = join('Load', 'p', 'load_0_1', 'contexts');

async function withContexts(folder: string, name = 'Default'): Promise<string> {
  await mkdir(join(folder, CONTEXTS), { recursive: true });
  const file = join(folder, CONTEXTS, `${name}.properties`);
  await writeFile(file, 'user=nobody');
  return file;
}

const OLD_SCRIPT = '#!/bin/sh\n: java -cp .:../lib/routines.jar:load_0_1.jar p.load_0_1.Load "$@"\n';

test('passes parameters in a file when the job can read one', async () => {
  const { folder, parameterFile } = await archive({ readsFile: true });
  const parameters = { user: 'me', password: 'se\\cret=1' };
  const command = await jobArchiveCommand(folder, { parameters, paths: {}, logLevel: 'INFO' }, machineOf(path, parameterFile));
  const option = command.arguments.find((word) => word.startsWith('--context_file=')) ?? '';
  assert.equal(Buffer.from(option.slice('--context_file='.length), 'base64').toString(), parameterFile);
  assert.equal(await readFile(parameterFile, 'utf8'), '--context_param user=me\n--context_param password=se\\cret=1\n');
  assert.equal((await stat(parameterFile)).mode & 0o777, 0o600);
});

test('bundles.job-archive.parameters: no parameter is on the command line, even when the job cannot read the context file', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false, script: OLD_SCRIPT });
  const file = await withContexts(folder);
  const parameters = { folder: 'C:\\new #1', 'a name': ' ü\nsecond', user: 'me' };
  const command = await jobArchiveCommand(folder, { parameters, paths: {}, logLevel: 'INFO' }, machineOf(PATH_WITH_JAVA, parameterFile));
  assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=INFO']);
  await assert.rejects(stat(parameterFile));
  const lines = (await readFile(file, 'utf8')).split('\n');
  assert.deepEqual(lines, [
    'user=nobody',
    'folder=C\\u003a\\u005cnew\\u0020\\u00231',
    'a\\u0020name=\\u0020\\u00fc\\u000asecond',
    'user=me',
    '',
  ]);
});

test('a value of several lines is written to the context of the job, other values to the context file', async () => {
  const { folder, parameterFile } = await archive({ readsFile: true, script: OLD_SCRIPT.replace('"$@"', '--context=Prod "$@"') });
  const file = await withContexts(folder, 'Prod');
  const parameters = { user: 'me', lines: 'a\nb' };
  await jobArchiveCommand(folder, { parameters, paths: {}, logLevel: 'INFO' }, machineOf(PATH_WITH_JAVA, parameterFile));
  assert.equal(await readFile(parameterFile, 'utf8'), '--context_param user=me\n');
  assert.equal(await readFile(file, 'utf8'), 'user=nobody\nlines=a\\u000ab\n');
});

test('a jar with invalid entries does not prove that its job reads the context file', async () => {
  const load = { 'p/load_0_1/Load.class': 'xx--context_filexx' };
  const jars = {
    'a wrong checksum': withField(await zipOf(load), 0, 'checksum', 7),
    'entries that share bytes': withField(await zipOf({ ...load, 'p/load_0_1/More.class': 'more' }), 1, 'offset', 0),
    'a duplicate entry': withNameReplaced(await zipOf({ ...load, 'p/load_0_1/Less.class': 'less' }), 'Less.class', 'Load.class'),
    'too high a compression ratio': await zipOf({ ...load, 'p/load_0_1/zeros.bin': Buffer.alloc(4 * 2 ** 20) }),
  };
  for (const [fault, jar] of Object.entries(jars)) {
    const { folder, parameterFile } = await archive({ readsFile: true, script: OLD_SCRIPT });
    await writeFile(join(folder, 'Load', 'load_0_1.jar'), jar);
    const file = await withContexts(folder);
    const claim = { parameters: { user: 'me' }, paths: {}, logLevel: 'INFO' } as const;
    const command = await jobArchiveCommand(folder, claim, machineOf(PATH_WITH_JAVA, parameterFile));
    assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=INFO'], fault);
    assert.equal(await readFile(file, 'utf8'), 'user=nobody\nuser=me\n', fault);
  }
});

test('writes the context of a job that has no contexts folder, and puts the job folder first on its class path', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false, script: OLD_SCRIPT.replace('.:../lib', '../lib') });
  const claim = { parameters: { token: 'secret' }, secretParameters: ['token'], paths: {}, logLevel: 'INFO' as const };
  await jobArchiveCommand(folder, claim, machineOf(PATH_WITH_JAVA, parameterFile));
  assert.equal(await readFile(join(folder, CONTEXTS, 'Default.properties'), 'utf8'), 'token=secret\n');
  assert.equal(await readFile(join(folder, 'Load', 'Load_run.sh'), 'utf8'), OLD_SCRIPT);
});

test('fails with PARAMETER_UNUSABLE when a job can read a secret from no file', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false });
  await withContexts(folder);
  const claim = { parameters: { token: 'Sesame-17' }, secretParameters: ['token'], paths: {}, logLevel: 'INFO' as const };
  await assert.rejects(jobArchiveCommand(folder, claim, machineOf(PATH_WITH_JAVA, parameterFile)), {
    errorType: 'PARAMETER_UNUSABLE',
    message: /^Parameter "token" (?!.*Sesame).*too old.*Build the job again/,
  });
});

test('a value that is no secret may be on the command line of a job that reads no file, with escaped backslashes', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false });
  const claim = { parameters: {}, paths: { resource_file_rows: '/a\\b' }, logLevel: 'INFO' } as const;
  const command = await jobArchiveCommand(folder, claim, machineOf(path, parameterFile));
  assert.deepEqual(command.arguments.slice(1, 3), ['--context_param', 'resource_file_rows=/a\\\\b']);
});

test('the arguments of the engine do not take the places of arguments that a script expects', async () => {
  const script = '#!/bin/sh\nprintf "%s\\n" "--context_param who=$1" "$@"\n';
  const { folder, parameterFile } = await archive({ readsFile: false, script });
  const claim = { parameters: { note: "it's ü" }, paths: {}, logLevel: 'WARN' as const };
  const command = await jobArchiveCommand(folder, claim, machineOf(path, parameterFile));
  assert.deepEqual(command.arguments, ['Load_run.sh']);
  const { stdout } = await promisify(execFile)('sh', command.arguments, { cwd: command.folder });
  assert.equal(stdout, "--context_param who=\n--context_param\nnote=it's ü\n--log4jLevel=WARN\n");
});

test('a text in a script that ends or begins with all arguments stays a text', async () => {
  const script = '#!/bin/sh\nlog() { echo "log: $*"; }\nlog begin "a  b"\necho "$* end"; echo "args: $@"\nprintf "%s\\n" $*\n';
  const { folder, parameterFile } = await archive({ readsFile: false, script });
  const claim = { parameters: {}, paths: {}, logLevel: 'WARN' as const };
  const command = await jobArchiveCommand(folder, claim, machineOf(path, parameterFile));
  const { stdout } = await promisify(execFile)('sh', command.arguments, { cwd: command.folder });
  assert.equal(stdout, 'log: begin a  b\n--log4jLevel=WARN end\nargs: --log4jLevel=WARN\n--log4jLevel=WARN\n');
});

describe('a script gets the arguments of the engine as a person would give them', () => {
  const show = 'printf "%s|" p.load_0_1.Load';
  for (const [what, lines, output] of [
    [
      'through a variable, beside the field of another program',
      `M=$(echo 1 2 | awk '{print $2}')\nARGS="$*"\n${show} $ARGS`,
      '--log4jLevel=WARN|',
    ],
    ['with a price in a comment', `ARGS=$@ # costs $5\n${show} $ARGS`, '--log4jLevel=WARN|'],
    ['with a function that shows its own arguments', `log() { echo "$*"; }\n${show}`, '--log4jLevel=WARN|'],
    ['through a function', `run() {\n  : "step $1"\n  "$@"\n}\nrun ${show} "$@"`, '--log4jLevel=WARN|'],
    [
      'with a default for a place, and a function that shifts',
      `retry() { n=$1; shift; "$@"; }\n${show} "env=\${1:-test}" "$@"`,
      'env=test|--log4jLevel=WARN|',
    ],
    ['with a place, and a shift in a comment', `# the night shift\n${show} "env=$1" "$@"`, 'env=|--log4jLevel=WARN|'],
  ] as const)
    test(what, async () => {
      const { folder, parameterFile } = await archive({ readsFile: false, script: `#!/bin/sh\n${lines}\n` });
      const claim = { parameters: {}, paths: {}, logLevel: 'WARN' as const };
      const command = await jobArchiveCommand(folder, claim, machineOf(path, parameterFile));
      const { stdout } = await promisify(execFile)('sh', command.arguments, { cwd: command.folder });
      assert.equal(stdout, `p.load_0_1.Load|${output}`);
    });
});

test('a script of many unfinished functions is read in time that grows with its length', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false, script: `#!/bin/sh\n${'a(){\n'.repeat(200_000)}` });
  const command = await jobArchiveCommand(folder, { parameters: {}, paths: {}, logLevel: 'WARN' }, machineOf(path, parameterFile));
  assert.deepEqual(command.arguments, ['Load_run.sh', '--log4jLevel=WARN']);
});

test('a large parameter is not on the command line', async () => {
  const claim = { parameters: { resource_webhook_payload: 'secret'.repeat(200_000) }, paths: {}, logLevel: 'INFO' } as const;
  const { folder, parameterFile } = await archive({ readsFile: true });
  const command = await jobArchiveCommand(folder, claim, machineOf(path, parameterFile));
  assert.ok(command.arguments.every((word) => word.length < 1000));
  assert.equal((await stat(parameterFile)).size, 1_200_000 + '--context_param resource_webhook_payload=\n'.length);
});

test('bundles.job-archive.jvm-arguments: quotes them so that Java splits them into the same arguments', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false });
  const variablesOf = async (jvmArguments?: string[]) =>
    (
      await jobArchiveCommand(
        folder,
        { parameters: {}, paths: {}, logLevel: 'INFO', ...(jvmArguments && { jvmArguments }) },
        machineOf(path, parameterFile),
      )
    ).variables['_JAVA_OPTIONS'];
  assert.equal(await variablesOf(), undefined);
  assert.equal(await variablesOf([]), undefined);
  assert.equal(await variablesOf(['-Xmx64M', '-Da=$(id)']), '-Xmx64M -Da=$(id)');
  assert.equal(await variablesOf(['-Da=b c', `-Dq='`, '-Dd="x y"']), `"-Da=b c" "-Dq='" "-Dd="'"'"x y"'"'""`);
});

test('bundles.job-archive.jvm-arguments-harmless', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false });
  const jvmArguments = ['-Xmx64M', '-XX:OnError=touch x', '-agentpath:/tmp/x.so'];
  const claim = { parameters: {}, paths: {}, logLevel: 'INFO' as const, jvmArguments };
  await assert.rejects(jobArchiveCommand(folder, claim, machineOf(path, parameterFile)), {
    errorType: 'JVM_ARGUMENT_REFUSED',
    message: /^The run profile may not have '-XX:OnError', '-agentpath'\.(?!.*touch).*run script/,
  });
});

test('fails with JAVA_NOT_FOUND when the script needs Java and the PATH has none', async () => {
  const { folder, parameterFile } = await archive({ readsFile: false, script: '#!/bin/sh\njava -cp . Load "$@"\n' });
  const claim = { parameters: {}, paths: {}, logLevel: 'INFO' } as const;
  await assert.rejects(jobArchiveCommand(folder, claim, machineOf(folder, parameterFile)), {
    errorType: 'JAVA_NOT_FOUND',
    message: /install one/,
  });
});

test('refuses an archive without its script, and a job name that leads out of the archive', async () => {
  const claim = { parameters: {}, paths: {}, logLevel: 'INFO' } as const;
  for (const [job, reason] of [
    ['Other', /no Other\/Other_run\.sh/],
    ['..', /must name the job/],
  ] as const) {
    const { folder, parameterFile } = await archive({ readsFile: false, job });
    await assert.rejects(jobArchiveCommand(folder, claim, machineOf(path, parameterFile)), {
      errorType: 'BUNDLE_UNUSABLE',
      message: reason,
    });
  }
});

test('the error names the parameter that a job cannot receive', async () => {
  const { folder, parameterFile } = await archive({ readsFile: true });
  const claim = { parameters: { 'a=b': 'secret' }, paths: {}, logLevel: 'INFO' } as const;
  await assert.rejects(jobArchiveCommand(folder, claim, machineOf(path, parameterFile)), {
    errorType: 'PARAMETER_UNUSABLE',
    message: /^Parameter "a=b" (?!.*secret)/,
  });
});
