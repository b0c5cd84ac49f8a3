// run: own process, waiting, in test:all because its engines start Java many times, and one test sets the file mode mask of its process
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import type { ControlPlane } from '../../test/control-plane.ts';
import { openControlPlane } from '../../test/program.ts';
import { hasCompiler } from '../../test/studio-job.ts';
import { type ZipEntries, zipOf } from '../../test/zips.ts';
import { storeCredential } from '../control-plane/credential.ts';
import { ClassArchives } from './class-archives.ts';
import { findJavas } from './find-javas.ts';

const [SALES, FINANCE] = ['01985b5e-7d5c-7000-8000-2d3c5a9f1b43', '01985b5e-7d5c-7000-8000-2d3c5a9f1b42'];
const javas = (await findJavas(process.env)).filter(({ version }) => version >= 11);
const newest = javas.at(-1)?.version ?? 0;
const skip = (!hasCompiler || javas.length === 0) && 'no JDK';
const isRoot = process.getuid?.() === 0;

/** Prints the archive that its Java has mapped, whether the job can change it, and what it finds in its folder. */
const SOURCE = `package demo.load_0_1;
public class Load {
  public static void main(String[] args) throws Exception {
    String mapped = null;
    for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get("/proc/self/maps")))
      if (line.contains("/job.jsa")) mapped = line.substring(line.indexOf('/'));
    System.out.println("archive " + (mapped != null));
    if (mapped != null) {
      java.io.File file = new java.io.File(mapped);
      file.setWritable(true);
      try (java.io.FileOutputStream out = new java.io.FileOutputStream(file, true)) { out.write(1); System.out.println("written"); }
      catch (java.io.IOException refused) { System.out.println("closed"); }
    }
    java.util.Properties found = new java.util.Properties();
    try (java.io.InputStream in = Load.class.getClassLoader().getResourceAsStream("demo/load_0_1/contexts/Default.properties")) { if (in != null) found.load(in); }
    System.out.println("who " + found.getProperty("who") + " of " + System.getProperty("java.class.path"));
  }
}`;

let jar: Promise<Record<string, Buffer>> | undefined;
const classes = (): Promise<Record<string, Buffer>> => (jar ??= compile());

async function compile(): Promise<Record<string, Buffer>> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'Load.java'), SOURCE);
  execFileSync('javac', ['--release', '11', '-d', folder, join(folder, 'Load.java')]);
  return { 'demo/load_0_1/Load.class': await readFile(join(folder, 'demo/load_0_1/Load.class')) };
}

const CLASS_PATH = '.:$ROOT_PATH:$ROOT_PATH/../lib/routines.jar:$ROOT_PATH/load_0_1.jar:';

async function archive(more: ZipEntries = {}, { classPath = CLASS_PATH, inJar = {} }: { classPath?: string; inJar?: ZipEntries } = {}) {
  return zipOf({
    'jobInfo.properties': 'job=Load\njobVersion=0.1\ncontextName=Default\n',
    'Load/Load_run.sh': `#!/bin/sh\ncd \`dirname $0\`\nROOT_PATH=\`pwd\`\njava -Xms16M -Xmx64M -cp ${classPath} demo.load_0_1.Load --context=Default "$@"\n`,
    'Load/load_0_1.jar': await zipOf({ ...(await classes()), ...inJar }),
    'Load/demo/load_0_1/contexts/Default.properties': 'who=folder\n',
    'lib/routines.jar': await zipOf({ 'routines/readme.txt': 'none' }),
    ...more,
  });
}

type Claim = NonNullable<Parameters<ControlPlane['addJob']>[1]>;

async function javaEngine(t: TestContext, options: Parameters<typeof engineFor>[1] = {}) {
  const engine = await engineFor(t, options);
  const { plane, logged } = engine;
  const run = async (zip: Buffer, more: Claim = {}) => {
    const jvmArguments = [`-Dmillrace.java=${newest}`, ...(more.jvmArguments ?? [])];
    const execution = plane.addJob(zip, { workspaceId: SALES, ...more, jvmArguments });
    const { outcome } = await plane.ended(execution);
    assert.equal(outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
    const lines = messages(execution.lines, 'SYSTEM');
    return {
      out: messages(execution.lines, 'STDOUT'),
      err: messages(execution.lines, 'STDERR').filter((line) => !line.startsWith('Picked up _JAVA_OPTIONS')),
      records: lines.some((line) => line.startsWith('Java records the classes')),
      uses: lines.some((line) => line.startsWith('Java starts with the class data archive')),
    };
  };
  const made = (count: number) =>
    plane.until(() => logged.filter((line) => /class data archive/.test(line)).length >= count, `archive ${count}: ${logged.join('\n')}`);
  return { ...engine, run, made };
}

/** The folder of the archives of an engine. */
async function storeOf(engine: string): Promise<string> {
  const own = join(engine, 'class-archives');
  const hash = createHash('sha256').update(engine).digest('hex').slice(0, 16);
  for (const folder of [own, `/var/lib/millrace-tasks/${hash}/class-archives`])
    if (await stat(folder).catch(() => undefined)) return folder;
  return own;
}

for (const { version } of javas)
  test(
    `bundles.job-archive.class-archive: with Java ${version}, of the workspace and the version, which no run can change`,
    { skip },
    async (t) => {
      // That of the engine of a server: the runs of other users must still be able to read the archive.
      const mask = process.umask(0o077);
      t.after(() => process.umask(mask));
      const { run, made, folder } = await javaEngine(t);
      const java = { jvmArguments: [`-Dmillrace.java=${version}`] };
      const zip = await archive();
      const first = await run(zip, java);
      assert.deepEqual([first.records, first.uses, first.out[0]], [true, false, 'archive false']);
      await made(1);
      for (let times = 0; times < 2; times += 1) {
        const { uses, records, out, err } = await run(zip, java);
        assert.deepEqual([uses, records, out[0], err], [true, false, 'archive true', []]);
        if (isRoot) assert.equal(out[1], 'closed');
        assert.equal(out.at(-1), 'who folder of ../lib/routines.jar:load_0_1.jar:.');
      }
      const other = await run(zip, { ...java, workspaceId: FINANCE });
      assert.deepEqual([other.records, other.uses, other.out[0]], [true, false, 'archive false'], 'another workspace makes its own');
      await made(2);
      const changed = await run(await archive({ 'Load/more.txt': 'x' }), java);
      assert.deepEqual([changed.records, changed.uses], [true, false], 'so does another version');
      await made(3);
      const names = await readdir(await storeOf(folder));
      assert.deepEqual([names.length, names.filter((name) => name.endsWith('.part'))], [3, []]);
      assert.equal((await stat(await storeOf(folder))).mode & 0o777, 0o700);
    },
  );

test('bundles.job-archive.class-archive: the run profile switches it off', { skip }, async (t) => {
  const { run, made, folder } = await javaEngine(t);
  const zip = await archive();
  const off = { jvmArguments: ['-Dmillrace.classArchive=off'] };
  for (const more of [off, { workspaceId: undefined } as unknown as Claim]) {
    const { records, uses, out } = await run(zip, more);
    assert.deepEqual([records, uses, out[0]], [false, false, 'archive false']);
    assert.match(out[1] ?? '', /^who folder of \.:/, 'the script is as it was');
  }
  assert.deepEqual(await readdir(await storeOf(folder)), []);
  await run(zip);
  await made(1);
  const { uses, out } = await run(zip, off);
  assert.deepEqual([uses, out[0]], [false, 'archive false']);
});

test('bundles.job-archive.class-archive: a damaged one fails no run', { skip }, async (t) => {
  const { run, made, folder } = await javaEngine(t);
  const zip = await archive();
  await run(zip);
  await made(1);
  assert.equal((await run(zip)).uses, true);
  const store = await storeOf(folder);
  const [key = ''] = await readdir(store);
  const [file, facts] = ['job.jsa', 'facts.json'].map((name) => join(store, key, name)) as [string, string];
  const damage = async (bytes: Buffer) => {
    await chmod(file, 0o600);
    await writeFile(file, bytes);
  };
  const bytes = await readFile(file);
  await damage(Buffer.from(bytes).fill(7, bytes.length / 2));
  const noticed = await run(zip);
  assert.deepEqual([noticed.uses, noticed.records, noticed.err], [false, true, []], 'what is not as it was made is removed');
  await made(2);
  for (const content of [bytes.subarray(0, bytes.length / 2), Buffer.from('no archive'), Buffer.alloc(0)]) {
    await damage(content);
    const known = JSON.parse(await readFile(facts, 'utf8')) as object;
    await writeFile(facts, JSON.stringify({ ...known, sha256: createHash('sha256').update(content).digest('hex') }));
    const { uses, err, out } = await run(zip);
    assert.deepEqual([uses, err, out.length, out[0]], [true, [], 2, 'archive false'], 'Java starts without one that it cannot use');
  }
});

test(
  'bundles.job-archive.class-archive: values in the folder of a job still win, and other scripts start as they are',
  { skip },
  async (t) => {
    const { run, made, logged, folder } = await javaEngine(t);
    const context = { 'demo/load_0_1/contexts/Default.properties': 'who=folder\n' };
    const same = await archive({}, { inJar: context });
    await run(same);
    await made(1);
    const used = await run(same);
    assert.deepEqual([used.uses, used.out.at(-1)?.startsWith('who folder')], [true, true]);
    const given = await run(same, { parameters: { who: 'Ada' } });
    assert.deepEqual([given.uses, given.out.at(-1)?.startsWith('who Ada')], [false, true], 'a jar has the context, too');

    const other = await archive({}, { inJar: { 'demo/load_0_1/contexts/Default.properties': 'who=jar\n' } });
    await run(other);
    await made(2);
    const wildcard = await archive({}, { classPath: '.:../lib/*:load_0_1.jar' });
    for (const zip of [other, wildcard]) {
      const { uses, records, out } = await run(zip);
      assert.deepEqual([uses, records], [false, false]);
      assert.match(out.at(-1) ?? '', /^who folder of \.:/);
    }
    assert.ok(logged.some((line) => /Default.properties is in the folder of the job, and with another content in Load/.test(line)));
    assert.ok(logged.some((line) => /the class path of its run script has \.\.\/lib\/\*/.test(line)));
    assert.equal((await readdir(await storeOf(folder))).length, 1, 'a refusal leaves nothing behind');
  },
);

/** The way to start the program of the engine as an ordinary user. */
const ORDINARY = isRoot ? ['unshare', '--user', '--map-user=12345', '--map-group=12345'] : [];
const MOUNTED = ['unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork', 'mount', '-t', 'proc', 'proc', '/proc'];

test('bundles.job-archive.class-archive: within the boundary of namespaces', { skip }, async (t) => {
  const [probe = '', ...probed] = [...ORDINARY, ...MOUNTED];
  if (spawnSync(probe, probed, { stdio: 'ignore' }).status !== 0) return t.skip('this machine lets no ordinary user make namespaces');
  const plane = await openControlPlane(t);
  const folder = join(await temporaryFolder(), 'engine');
  await mkdir(folder);
  const renewCredentialAfter = new Date(Date.now() + 86_400_000).toISOString();
  await storeCredential(folder, { engineId: 'e', name: 'x', url: plane.url, credential: plane.credential, renewCredentialAfter });
  const words = [...ORDINARY, process.execPath, join(import.meta.dirname, '../main.ts'), 'run', '--folder', folder];
  const [command = '', ...rest] = words;
  const environment = { PATH: process.env['PATH'], HOME: dirname(folder), MILLRACE_ENGINE_ISOLATION: 'namespace' };
  const engine = spawn(command, rest, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  let log = '';
  engine.stdout.on('data', (bytes: Buffer) => (log += bytes.toString()));
  t.after(() => engine.kill('SIGKILL'));
  const zip = await archive();
  const run = async () => {
    const execution = plane.addJob(zip, { workspaceId: SALES, jvmArguments: [`-Dmillrace.java=${newest}`] });
    const { outcome } = await plane.ended(execution);
    assert.equal(outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
    return { out: messages(execution.lines, 'STDOUT'), err: messages(execution.lines, 'STDERR') };
  };
  assert.equal((await run()).out[0], 'archive false');
  await plane.until(() => log.includes('class data archive'), 'an archive');
  const { out, err } = await run();
  assert.deepEqual([out.slice(0, 2), err], [['archive true', 'closed'], []], log);
});

test('bundles.job-archive.class-archive-removed', async (t) => {
  const folder = join(await temporaryFolder(), 'archives');
  const put = async (key: string, usedAt: Date) => {
    const facts = join(folder, key, 'facts.json');
    await mkdir(dirname(facts), { recursive: true });
    await writeFile(join(folder, key, 'job.jsa'), key);
    await writeFile(facts, '{}');
    await utimes(facts, usedAt, usedAt);
  };
  await put('unused', new Date(Date.now() - 31 * 24 * 3_600_000));
  await put('older', new Date(Date.now() - 2000));
  await put('newer', new Date());
  await mkdir(join(folder, 'left.part'));
  const open = async (maxBytes?: number) => {
    const archives = new ClassArchives({ folder, log: () => {}, make: () => Promise.reject(new Error('none')), maxBytes });
    t.after(() => archives.close());
    await archives.open();
    return readdir(folder);
  };
  assert.deepEqual((await open()).sort(), ['newer', 'older'], 'those that no run has used for 30 days');
  assert.deepEqual(await open(6), ['newer'], 'the least recently used ones above the limit');
});
