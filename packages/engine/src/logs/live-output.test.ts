// run: waiting because its engine starts processes
/** Runtimes buffer the output that they write to a pipe. It must arrive while the task runs, and must not be lost when the task is killed. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { engineFor, messages, temporaryFolder } from '../../test/engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { type ZipEntries, zipOf } from '../../test/zips.ts';
import { openPosixSpawn } from '../processes/posix-spawn.ts';
import { findProgram } from '../program/find-program.ts';

/** The engine of all tests that need no settings. */
const shared = await engineFor({ after });

const path = process.env['PATH'] ?? '';
const noTerminal = (await openPosixSpawn()) === undefined && 'without posix_spawn outputs are pipes';

/**
 * A program of one runtime. `waiting` writes "one" and "two", and "three" once the file `gate` is gone; `killed` writes "one" and "two" and then kills
 * itself. Where it cannot know whether the lines were written, it runs `pass` first, which waits until they have arrived.
 */
type Runtime = {
  run: string;
  waiting: (gate: string) => [file: string, text: string];
  killed: (pass: string) => [file: string, text: string];
};

const shell = (lines: string): [string, string] => ['main.sh', lines];
const javaClass = (body: string): [string, string] => [
  'Main.java',
  `public class Main { public static void main(String[] words) throws Exception { System.out.print("one\\ntwo\\n"); ${body} } }`,
];

const RUNTIMES: Record<string, Runtime> = {
  Python: {
    run: 'python3',
    waiting: (gate) => [
      'main.py',
      `import os, time\nprint("one")\nprint("two")\nwhile os.path.exists("${gate}"): time.sleep(0.02)\nprint("three")\n`,
    ],
    killed: () => ['main.py', 'import os\nprint("one")\nprint("two")\nos.kill(os.getpid(), 9)\n'],
  },
  Perl: {
    run: 'perl',
    waiting: (gate) => ['main.pl', `print "one\\ntwo\\n"; select(undef, undef, undef, 0.02) while -e "${gate}"; print "three\\n";`],
    killed: () => ['main.pl', 'print "one\\n"; print "two\\n"; kill 9, $$;'],
  },
  Node: {
    run: 'node',
    waiting: (gate) => [
      'main.mjs',
      `import { existsSync } from 'node:fs';
      console.log('one'); console.log('two');
      const timer = setInterval(() => { if (!existsSync('${gate}')) { clearInterval(timer); console.log('three'); } }, 20);`,
    ],
    killed: () => ['main.mjs', "console.log('one'); console.log('two'); process.kill(process.pid, 'SIGKILL');"],
  },
  Java: {
    run: 'java',
    waiting: (gate) => javaClass(`while (new java.io.File("${gate}").exists()) Thread.sleep(20); System.out.println("three");`),
    killed: () =>
      javaClass(
        'ProcessHandle.current(); new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor(); Thread.sleep(60000);',
      ),
  },
  // sed writes with C's stdio, as most programs of a system do; its input stays open.
  "C's stdio": {
    run: 'sh',
    waiting: (gate) => shell(`(echo one; echo two; while [ -e "${gate}" ]; do sleep 0.02; done; echo three) | sed 's/$//'`),
    killed: (pass) => shell(`(echo one; echo two; ${pass}; kill -9 $$; sleep 60) | sed 's/$//'`),
  },
};

const zip = (run: string, [name, text]: [string, string]): Promise<Buffer> => {
  const entries: ZipEntries = { 'millrace.json': JSON.stringify({ name: 'sample', run: [run, name] }), [name]: text };
  return zipOf(entries);
};

for (const [name, runtime] of Object.entries(RUNTIMES)) {
  const needed = runtime.run === 'java' ? 'javac' : runtime.run;
  const skip = noTerminal || ((await findProgram(needed, path)) === undefined && `no ${needed} here`);

  test(`bundles.run.live: ${name}: its lines are in the log while it runs, and after it was stopped`, { skip }, async () => {
    const { plane } = shared;
    const gate = join(await temporaryFolder(), 'gate');
    await writeFile(gate, '');
    const ended = plane.add(await zip(runtime.run, runtime.waiting(gate)));
    const stopped = plane.add(await zip(runtime.run, runtime.waiting(gate)));
    for (const execution of [ended, stopped]) {
      await plane.until(() => messages(execution.lines, 'STDOUT').length === 2, `two lines of ${name}`);
      assert.equal(execution.finish, undefined);
    }
    plane.stop(stopped);
    await plane.ended(stopped);
    await rm(gate);
    assert.equal((await plane.ended(ended)).outcome, 'EXECUTION_SUCCESS');
    assert.deepEqual(messages(stopped.lines, 'STDOUT'), ['one', 'two']);
    assert.deepEqual(messages(ended.lines, 'STDOUT'), ['one', 'two', 'three']);
    assert.deepEqual(plane.faults, []);
  });

  test(`bundles.run.live: ${name}: what it wrote before it was killed is in the log`, { skip }, async () => {
    const { plane } = shared;
    const gate = await taskGate();
    const execution = plane.add(await zip(runtime.run, runtime.killed(gate.pass)));
    await plane.until(() => messages(execution.lines, 'STDOUT').length === 2, `two lines of ${name}`);
    await gate.open();
    assert.notEqual((await plane.ended(execution)).outcome, 'EXECUTION_SUCCESS');
    assert.deepEqual(messages(execution.lines, 'STDOUT'), ['one', 'two']);
  });
}

test('bundles.run.live: what a task wrote to its output before an error comes before that error', { skip: noTerminal }, async () => {
  const { plane } = shared;
  const rounds = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const script = `import { writeSync } from 'node:fs';
    for (let round = 0; round < 100; round += 1) {
      for (const output of [1, 2]) writeSync(output, 'line ' + round + '\\n');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }`;
  const execution = plane.add(await zip('node', ['main.mjs', script]));
  await plane.ended(execution);
  const lines = execution.lines.filter((line) => line.type !== 'SYSTEM');
  const indexOf = (type: string, message: string): number => lines.findIndex((line) => line.type === type && line.message === message);
  assert.deepEqual(
    rounds.filter((round) => indexOf('STDOUT', round) === -1 || indexOf('STDOUT', round) > indexOf('STDERR', round)),
    [],
  );
});

test('bundles.run.live: an idle output does not delay the other one', { skip: noTerminal }, async () => {
  const { plane } = shared;
  const script = `import { writeSync } from 'node:fs';
    for (const output of [2, 1, 2]) for (let line = 0; line < 50; line += 1) writeSync(output, 'x'.repeat(40_000) + '\\n');`;
  const execution = plane.add(await zip('node', ['main.mjs', script]));
  await plane.ended(execution);
  assert.deepEqual([messages(execution.lines, 'STDOUT').length, messages(execution.lines, 'STDERR').length], [50, 100]);
});

test('bundles.run.live: no byte of an output is changed, even when most of it comes last', { skip: noTerminal }, async () => {
  const { plane } = shared;
  const script = `const line = 'tab\\t bell\\x07 ü \\x04 \\x03 \\x1a';
    process.stdout.write((line + '\\n').repeat(20000));`;
  const execution = plane.add(await zip('node', ['main.mjs', script]));
  await plane.ended(execution);
  const lines = messages(execution.lines, 'STDOUT');
  assert.equal(lines.length, 20_000);
  assert.deepEqual([...new Set(lines)], ['tab\t bell\x07 ü \x04 \x03 \x1a']);
});

test(
  'bundles.run.live: programs that adapt to a terminal write no colours, use no pager and ask no questions',
  { skip: noTerminal },
  async () => {
    const { plane } = shared;
    const script = `console.log({ answer: 42 }, process.stdout.isTTY, process.stdin.isTTY, process.stderr.isTTY);
    console.log(process.stdout.getColorDepth(), process.stdout.columns, process.env.TERM, process.env.NO_COLOR, process.env.PAGER);`;
    const execution = plane.add(await zip('node', ['main.mjs', script]));
    await plane.ended(execution);
    assert.deepEqual(messages(execution.lines, 'STDOUT'), ['{ answer: 42 } true undefined undefined', '1 200 dumb 1 cat']);
  },
);
