// run: waiting because its engines start processes
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { zipOf } from '../../test/zips.ts';
import { explainMismatch } from './choose-java.ts';
import { findJavas } from './find-javas.ts';

/** Makes a folder that looks like a Java, whose program runs a script. */
async function fakeJava(version: string, script = 'echo "runs $JAVA_HOME"', hasRelease = true): Promise<string> {
  const home = join(await temporaryFolder(), `java-${version}`);
  await mkdir(join(home, 'bin'), { recursive: true });
  if (hasRelease) await writeFile(join(home, 'release'), `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`);
  const versionLine = `[ "$1" = -version ] && echo 'openjdk version "${version}"' >&2 && exit 0`;
  await writeFile(join(home, 'bin', 'java'), `#!/bin/sh\n${versionLine}\n${script}\n`, { mode: 0o755 });
  return home;
}

const archive = (info: string, more: Record<string, string | Buffer> = {}) =>
  zipOf({ 'jobInfo.properties': `job=Load\n${info}`, 'Load/Load_run.sh': '#!/bin/sh\njava -cp . Load "$@"\n', ...more });

test('bundles.job-archive.java-found', async () => {
  const [eight, seventeen, other] = await Promise.all([fakeJava('1.8.0_402'), fakeJava('17.0.15'), fakeJava('17.0.1')]);
  const [stated, path] = await Promise.all([fakeJava('11.0.2', '', false), fakeJava('21')]);
  const usual = await temporaryFolder();
  execFileSync('ln', ['-s', other, stated, usual]);
  const environment = { PATH: join(path, 'bin'), JAVA_HOME: eight, MILLRACE_JAVA_17: join(seventeen, 'bin'), MILLRACE_JAVA_25: '' };
  assert.deepEqual(await findJavas(environment, [usual, '/no such folder']), [
    { version: 8, home: eight },
    { version: 11, home: stated },
    { version: 17, home: seventeen },
    { version: 21, home: path },
  ]);
  await assert.rejects(findJavas({ MILLRACE_JAVA_8: seventeen }, []), /MILLRACE_JAVA_8 is ".*", which is a Java 17/);
  await assert.rejects(findJavas({ MILLRACE_JAVA_8: usual }, []), /set it to the home folder of a Java 8, which has bin\/java/);
});

test('bundles.job-archive.java', async (t) => {
  const [eight, seventeen, newest] = await Promise.all([fakeJava('1.8.0_402'), fakeJava('17.0.15'), fakeJava('99')]);
  const environment = { PATH: process.env['PATH'], MILLRACE_JAVA_8: eight, MILLRACE_JAVA_17: seventeen, MILLRACE_JAVA_99: newest };
  const { plane, logged } = await engineFor(t, { environment });
  assert.ok(logged.some((line) => line.includes(`8 (${eight})`) && line.includes(`17 (${seventeen})`)));
  const classes = await zipOf({ 'p/Load.class': Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52]) });
  for (const [title, info, java, jvmArguments] of [
    ['compliance', 'compliance=8\n', eight, []],
    ['compliance with the old prefix', 'compliance=1.8\n', eight, []],
    ['the next newer one', 'compliance=9\nadd-opens=false\n', seventeen, []],
    ['opened modules need more than Java 8', 'compliance=8\nadd-opens=true\n', seventeen, []],
    ['the class files', '', eight, []],
    ['the run profile', 'compliance=8\n', seventeen, ['-Dmillrace.java=17', '-Xmx64M']],
  ] as const) {
    const execution = plane.addJob(await archive(info, { 'Load/load.jar': classes }), { jvmArguments: [...jvmArguments] });
    const finish = await plane.ended(execution);
    // This machine may have further ones between these.
    if (title === 'the next newer one') assert.match(messages(execution.lines, 'STDOUT').join(), /^runs /, title);
    else assert.deepEqual(messages(execution.lines, 'STDOUT'), [`runs ${java}`], `${title} ${finish.errorMessage}`);
  }
  const damaged = await zipOf({ 'p/Load.class': Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0xff, 0xff]) });
  const execution = plane.addJob(await archive('', { 'Load/load.jar': damaged }));
  await plane.ended(execution);
  assert.doesNotMatch(JSON.stringify(execution.lines), /built for Java/i, 'a class file of no Java tells nothing');
  const refused = plane.addJob(await archive(''), { jvmArguments: ['-Dmillrace.java=98'] });
  const { outcome, errorType, errorMessage } = await plane.ended(refused);
  assert.deepEqual([outcome, errorType], ['DEPLOY_FAILED', 'JAVA_NOT_FOUND']);
  assert.match(errorMessage ?? '', /asks for Java 98, which this engine does not have \(it has 8,.*MILLRACE_JAVA_98/);
});

test('reports its Javas, unless an older control plane refuses them', async (t) => {
  const environment = { PATH: process.env['PATH'], MILLRACE_JAVA_99: await fakeJava('99') };
  const { plane } = await engineFor(t, { environment });
  await plane.until(() => plane.javas.length > 0, 'a heartbeat');
  assert.equal(plane.javas[0]?.at(-1), 99);
  plane.acceptsJavas = false;
  const seen = plane.javas.length;
  await plane.until(() => plane.javas.length > seen + 1, 'heartbeats without Javas');
  assert.equal(plane.javas.at(-1), undefined);
});

test('bundles.job-archive.java-mismatch', async (t) => {
  const script = 'echo "java.lang.ClassNotFoundException: javax.xml.bind.JAXBContext" >&2; exit 1';
  const environment = { PATH: process.env['PATH'], MILLRACE_JAVA_99: await fakeJava('99', script) };
  const { plane } = await engineFor(t, { environment });
  const failed = plane.addJob(await archive('compliance=98\n'));
  const expected = /^The job ended with exit code 1\. First error: .*JAXBContext\. Built for Java 98, ran with 99$/;
  assert.match((await plane.ended(failed)).errorMessage ?? '', expected);
  const note = failed.lines.find((line) => line.message.startsWith('The archive was built for Java 98, and runs with Java 99 ('));
  assert.deepEqual([note?.type, note?.severity], ['SYSTEM', 'INFO']);

  const older = plane.addJob(await archive('compliance=100\n'));
  await plane.ended(older);
  assert.equal(older.lines.find((line) => line.message.startsWith('The archive was built for Java 100'))?.severity, 'WARN');
});

test('explains what the other Java lacks', () => {
  const on17 = (error: string) => explainMismatch({ built: 8, used: 17 }, error);
  assert.equal(on17('NoClassDefFoundError: javax/xml/bind/JAXB'), 'Built for Java 8, ran with 17: javax.xml.bind is gone since 11');
  assert.match(on17('NoClassDefFoundError: com/sun/net/ssl/internal/ssl/Provider'), /: com\.sun\.net\.ssl is gone since 13$/);
  assert.match(
    on17('"org.apache.commons.lang3.SystemUtils.JAVA_SPECIFICATION_VERSION_AS_ENUM" is null'),
    /: .* old commons-lang3 since 9$/,
  );
  assert.match(on17('Unable to make field accessible: module java.base does not "opens java.net"'), /closed since 17$/);
  assert.equal(on17('Connection refused'), 'Built for Java 8, ran with 17');
  assert.equal(explainMismatch({ built: 11, used: 17 }, 'javax.xml.bind.JAXB'), 'Built for Java 11, ran with 17', 'it was gone before');
  assert.match(explainMismatch({ built: 17, used: 8 }, 'UnsupportedClassVersionError: x'), /: its classes need Java 17$/);
});

test('bundles.job-archive.add-opens', async (t) => {
  const java = await fakeJava('17.0.15', 'echo "$JAVA_TOOL_OPTIONS"');
  const { plane } = await engineFor(t, { environment: { PATH: process.env['PATH'], MILLRACE_JAVA_17: java } });
  const optionsOf = async (info: string, more: Record<string, string> = {}) => {
    const execution = plane.addJob(await archive(`compliance=17\n${info}`, more));
    await plane.ended(execution);
    const [options = ''] = messages(execution.lines, 'STDOUT');
    return options.split(' ').filter((word) => word.startsWith('--add-opens'));
  };
  const java17 = await optionsOf('add-opens=true\n');
  assert.ok(java17.includes('--add-opens=java.base/java.net=ALL-UNNAMED'), java17.join(' '));
  assert.deepEqual(await optionsOf('add-opens=false\n'), []);
  const batch = {
    'Load/Load_run.bat': 'java --add-opens=java.base/java.io=ALL-UNNAMED --add-opens java.sql/java.sql=ALL-UNNAMED -cp . Load\r\n',
  };
  assert.deepEqual(await optionsOf('add-opens=true\n', batch), [
    '--add-opens=java.base/java.io=ALL-UNNAMED',
    '--add-opens=java.sql/java.sql=ALL-UNNAMED',
  ]);
  const own = { 'Load/Load_run.sh': '#!/bin/sh\njava --add-opens=java.base/java.io=ALL-UNNAMED -cp . Load "$@"\n' };
  assert.deepEqual(await optionsOf('add-opens=true\n', own), []);
});

test('bundles.job-archive.machine', async (t) => {
  if (spawnSync('java', ['--list-modules']).stdout?.includes('jdk.compiler') !== true) return t.skip('no Java 11 or newer with a compiler');
  const program = `public class Load {
    public static void main(String[] words) throws Exception {
      for (String name : "user.home,user.name,java.io.tmpdir,file.encoding,script,shared,user.timezone".split(","))
        System.out.println(System.getProperty(name));
      System.out.println(System.getenv("HOME") + " " + System.getenv("TMPDIR") + " " + java.time.ZoneId.systemDefault());
      System.out.println("\\u00fc\\u20ac");
      System.out.println(java.io.File.createTempFile("abc", "b").getParent());
    }
  }`;
  const script = '#!/bin/sh\nexec java -Duser.name=script -Dscript=kept -Dshared=script Load.java "$@"\n';
  const zip = await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': script, 'Load/Load.java': program });
  const environment = { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'POSIX', TZ: 'Asia/Tokyo' };
  const { plane } = await engineFor(t, { environment });
  const execution = plane.addJob(zip, { jvmArguments: ['-Dshared=profile', '-Duser.timezone=Africa/Cairo'] });
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
  const [home, name, temporary, encoding, own, shared, zone, variables, text, made] = messages(execution.lines, 'STDOUT');
  assert.equal(variables, `${home} ${temporary} Africa/Cairo`);
  assert.ok(home?.endsWith('/work/home') && temporary?.endsWith('/work/tmp'), `${home} ${temporary}`);
  assert.deepEqual([name, encoding, own, shared, zone], ['script', 'UTF-8', 'kept', 'profile', 'Africa/Cairo']);
  assert.deepEqual([text, made], ['ü€', temporary]);
  assert.ok(
    !execution.lines.some((line) => line.message.includes('JAVA_TOOL_OPTIONS')),
    'the notice about options of the engine is left out',
  );

  const plain = plane.addJob(zip);
  await plane.ended(plain);
  assert.match(messages(plain.lines, 'STDOUT')[7] ?? '', / Asia\/Tokyo$/, 'the time zone of the engine');
});
