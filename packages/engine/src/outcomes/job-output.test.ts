// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { zipOf } from '../../test/zips.ts';
import { LineReader } from '../logs/line-reader.ts';
import { JobOutput } from './job-output.ts';

const { plane } = await engineFor({ after });

const REFUSED = `Exception in component tDBConnection_1 (Load)
java.sql.SQLException: Network error: Connection refused: db.example:1433
\tat demo.load_0_1.Load.tDBConnection_1Process(Load.java:5)
Caused by: java.io.IOException: broken pipe
\tat com.example.A.b(A.java:1)
Caused by: java.net.ConnectException: Connection refused
\t... 3 more`;
const FOLLOWED = `Exception in component tDBOutput_1 (Load)
java.lang.NullPointerException: Cannot invoke "java.sql.Connection.createStatement()"
\tat demo.load_0_1.Load.main(Load.java:5)`;
const CHILD_FAILED = `Exception in component tRunJob_1 (Parent)
java.lang.RuntimeException: Child job running failed
\tat demo.parent_0_1.Parent.main(Parent.java:5)`;

function errorOf(stderr: string, stdout = ''): string | undefined {
  const output = new JobOutput();
  for (const [type, text] of [
    ['STDOUT', stdout],
    ['STDERR', stderr],
  ] as const) {
    const reader = new LineReader(type);
    output.add([...reader.write(Buffer.from(text), 1), ...reader.end(1)]);
  }
  return output.firstError;
}

test('bundles.job-archive.first-error', async () => {
  const execution = plane.addJob(await jobPrinting(`${REFUSED}\n${FOLLOWED}\n`, 1));
  const finish = await plane.ended(execution);
  assert.deepEqual([finish.outcome, finish.errorType, finish.exitCode], ['EXECUTION_FAILED', 'JOB_ERROR', 1]);
  const expected =
    'The job ended with exit code 1. First error: Exception in component tDBConnection_1 (Load): java.sql.SQLException: Network error: ' +
    'Connection refused: db.example:1433, caused by java.net.ConnectException: Connection refused (and 1 more error)';
  assert.equal(finish.errorMessage, expected);
  assert.ok(messages(execution.lines, 'SYSTEM').includes(expected), 'the end of the log names the error');
});

for (const [title, stderr, error] of [
  [
    'an error of Studio 5.3, which names no job',
    'Exception in component tFileInputDelimited_1\njava.io.FileNotFoundException: /in.csv (No such file)\n\tat a.B.c(B.java)',
    'Exception in component tFileInputDelimited_1: java.io.FileNotFoundException: /in.csv (No such file)',
  ],
  [
    'the error of a child job in place of that of its parent',
    `${REFUSED}\n${CHILD_FAILED}`,
    /^Exception in component tDBConnection_1 \(Load\): .*Connection refused \(and 1 more error\)$/,
  ],
  [
    'the message of a child job that names no component',
    `/data/in.csv (No such file or directory)\n${CHILD_FAILED}`,
    '/data/in.csv (No such file or directory) (and 1 more error)',
  ],
  [
    'the failure of a child job that has printed nothing',
    CHILD_FAILED,
    'Exception in component tRunJob_1 (Parent): java.lang.RuntimeException: Child job running failed',
  ],
  [
    'the cause of an error outside of components',
    'log4j:WARN No appenders\nException in thread "main" java.lang.ExceptionInInitializerError\n\tat a.B.c(B.java:1)\nCaused by: java.lang.StringIndexOutOfBoundsException: begin 0\n\t... 1 more',
    'java.lang.ExceptionInInitializerError, caused by java.lang.StringIndexOutOfBoundsException: begin 0',
  ],
  [
    'the cause behind a message of several lines',
    'Exception in component tDBInput_1 (Load)\ncom.example.LinkException: Communications link failure\n\nThe last packet was sent.\n\tat a.B.c(B.java:1)\nCaused by: java.net.ConnectException: refused\n\t... 1 more\nhello',
    'Exception in component tDBInput_1 (Load): com.example.LinkException: Communications link failure, caused by java.net.ConnectException: refused',
  ],
  [
    'the exception that ends the main thread, and not one that the job only printed before it',
    'java.io.FileNotFoundException: /in.csv (No such file)\nException in thread "main" java.lang.NoClassDefFoundError: a/B\n\tat a.C.d(C.java:1)\nCaused by: java.lang.ClassNotFoundException: a.B\n\t... 1 more',
    'java.lang.NoClassDefFoundError: a/B, caused by java.lang.ClassNotFoundException: a.B',
  ],
  [
    'the error of a component before the exception that ends the main thread',
    `${FOLLOWED}\nException in thread "main" java.lang.IllegalStateException: late`,
    /^Exception in component tDBOutput_1 \(Load\): .* \(and 1 more error\)$/,
  ],
  [
    'what a job has printed before another thread ends',
    'java.io.IOException: first\nException in thread "Thread-3" java.lang.IllegalStateException: late',
    'java.io.IOException: first (and 1 more error)',
  ],
  [
    'why Java cannot initialize the class of the job',
    'Error: Unable to initialize main class demo.load_0_1.Load\nCaused by: java.lang.NoClassDefFoundError: com/example/Client',
    'Unable to initialize main class demo.load_0_1.Load, caused by java.lang.NoClassDefFoundError: com/example/Client',
  ],
  [
    'why Java cannot load the class of the job',
    'Error: LinkageError occurred while loading main class demo.load_0_1.Load\n\tjava.lang.UnsupportedClassVersionError: demo/load_0_1/Load (class file version 69.0)',
    'LinkageError occurred while loading main class demo.load_0_1.Load, caused by java.lang.UnsupportedClassVersionError: demo/load_0_1/Load (class file version 69.0)',
  ],
  [
    'that Java does not find the class of the job',
    'Error: Could not find or load main class demo.load_0_1.Load',
    'Could not find or load main class demo.load_0_1.Load',
  ],
  [
    'a component without an exception',
    'Exception in component tDie_1 (Load)\nhello\nCaused by: nothing of it',
    'Exception in component tDie_1 (Load)',
  ],
  ['nothing in an output without errors', 'hello\nlog4j:WARN slow', undefined],
] as const) {
  test(`finds ${title}`, () => {
    const found = errorOf(stderr);
    if (error instanceof RegExp) assert.match(found ?? '', error);
    else assert.equal(found, error);
  });
}

test('prefers the error of a component to what the log printed before it', () => {
  const log = '[FATAL]: demo.load - tDB_1 refused\njava.lang.IllegalStateException: another\n\tat a.B.c(B.java:1)';
  assert.match(errorOf(FOLLOWED, log) ?? '', /^Exception in component tDBOutput_1/);
});

test('bundles.job-archive.return-code', async () => {
  const line = (job: string, code: number) =>
    `[INFO ] 12:00:00 demo.load_0_1.Load- TalendJob: '${job}' - Finished - status: failure returnCode: ${code}`;
  const ends: [string, number, string, RegExp | undefined][] = [
    [line('Load', 256), 0, 'EXECUTION_FAILED', /^The job ended with return code 256, of which its system passes on 0\./],
    [line('Load', 257), 1, 'EXECUTION_FAILED', /^The job ended with return code 257, of which its system passes on 1\./],
    [`${line('Child', 256)}\n${line('Load', 0)}`, 0, 'EXECUTION_SUCCESS', undefined],
    [line('Load', 4), 0, 'EXECUTION_SUCCESS', undefined],
    [`${line('Load', 256)} or not`, 0, 'EXECUTION_SUCCESS', undefined],
  ];
  for (const [text, code, outcome, message] of ends) {
    const execution = plane.addJob(await jobPrinting(`${text}\n`, code));
    const finish = await plane.ended(execution);
    assert.equal(finish.outcome, outcome, text);
    if (message) assert.match(finish.errorMessage ?? '', message);
  }
});

/** A job archive whose script prints a text to its standard error output, and ends with an exit code. */
function jobPrinting(text: string, code: number): Promise<Buffer> {
  return zipOf({
    'jobInfo.properties': 'job=Load\n',
    'Load/Load_run.sh': `#!/bin/sh\ncat text >&2\nexit ${code}\n`,
    'Load/text': text,
  });
}

test('errors beyond those that are kept are counted', () => {
  const wrappers = `${CHILD_FAILED}\n`.repeat(1500);
  assert.match(errorOf(wrappers) ?? '', /Child job running failed \(and 1499 more errors\)$/);
  assert.match(errorOf(`${REFUSED}\n${wrappers}`) ?? '', /^Exception in component tDBConnection_1 .*\(and 1500 more errors\)$/);
});
