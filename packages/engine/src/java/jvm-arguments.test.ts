// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { shellBundle, zipOf } from '../../test/zips.ts';

const { plane } = await engineFor({ after });

test('bundles.job-archive.jvm-arguments', async (t) => {
  if (spawnSync('java', ['--list-modules']).stdout?.includes('jdk.compiler') !== true) return t.skip('no Java 11 or newer with a compiler');
  const program = `public class Load {
    public static void main(String[] words) {
      System.out.println(Runtime.getRuntime().maxMemory() / 1048576 <= 64);
      for (String name : "script,shared,spaces,quotes,shell".split(",")) System.out.println(System.getProperty(name));
    }
  }`;
  const script = '#!/bin/sh\nexec java -Xmx256M -Dscript=kept -Dshared=script Load.java "$@"\n';
  const zip = await zipOf({ 'jobInfo.properties': 'job=Load\n', 'Load/Load_run.sh': script, 'Load/Load.java': program });
  const jvmArguments = ['-Xmx64M', '-Dshared=profile', '-Dspaces= a  b ', `-Dquotes="a" 'b'`, '-Dshell=$(id) \\ ; `id`'];
  const execution = plane.add(zip, { jvmArguments });
  execution.claim.bundle = { hash: execution.claim.bundle.hash, size: 0, layout: 'job-archive', name: 'Load', version: '0.1' };
  const finish = await plane.ended(execution);
  assert.equal(finish.outcome, 'EXECUTION_SUCCESS', JSON.stringify(execution.lines));
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['true', 'kept', 'profile', ' a  b ', `"a" 'b'`, '$(id) \\ ; `id`']);
  const note = execution.lines.find((line) => line.message.startsWith('Picked up'));
  assert.deepEqual([note?.type, note?.severity], ['STDERR', 'INFO'], 'the notice of Java is not an error');
});

test('says in the log of a millrace bundle that it starts without JVM arguments', async () => {
  const execution = plane.add(await shellBundle('echo "<$_JAVA_OPTIONS>"'), { jvmArguments: ['-Xmx64M'] });
  await plane.ended(execution);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['<>']);
  assert.ok(messages(execution.lines, 'SYSTEM').some((message) => /JVM arguments/.test(message)));
});
