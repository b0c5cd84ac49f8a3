import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeverityReader, statedSeverity } from './severity.ts';

const CASES: readonly (readonly [string, string | undefined])[] = [
  ['[INFO ] 12:00:00 CheckAirports - reading', 'INFO'],
  ['[ERROR] 12:00:00 CheckAirports - broken', 'ERROR'],
  ['WARN  [main] com.example.Job - slow', 'WARN'],
  ['2026-01-02 03:04:05,678 ERROR [main] com.example.Job - broken', 'ERROR'],
  ['03:04:05.678 [main] DEBUG c.e.Job - detail', 'DEBUG'],
  ['2026-01-02T03:04:05.678Z  WARN 123 --- [main] c.e.Job : slow', 'WARN'],
  ['2026-01-02 03:04:05.678+01:00 [pool-1-thread-2] TRACE c.e.Job - detail', 'TRACE'],
  ['0 [main] INFO com.example.Job  - reading', 'INFO'],
  ['1735787045123 FATAL com.example.Job - gone', 'FATAL'],
  ['Jan 02, 2026 SEVERE', undefined],
  ['log4j:WARN No appenders could be found for logger (x).', 'WARN'],
  ['log4j:ERROR Could not find value for key log4j.appender.x', 'ERROR'],
  ['log4j: Parsing for [root] with value=[warn].', undefined],
  ['[FATAL]: demo.load - tDB_1 Communications link failure', 'FATAL'],
  ['[ERROR]: demo.load - tFileInputDelimited_1 broken', 'ERROR'],
  ['[WARN ]: demo.load - slow', 'WARN'],
  ['[ERROR] 12:00:00 demo.load_0_1.Load- tDB_1 broken', 'ERROR'],
  ['ERROR StatusLogger No Log4j 2 configuration file found', 'ERROR'],
  ['2026-01-02 03:04:05,678 main WARN Unable to find the appender', 'WARN'],
  ['SLF4J: Class path contains multiple SLF4J bindings.', 'WARN'],
  ['SLF4J(I): Connected with provider of type [x]', 'INFO'],
  ['SLF4J(W): No SLF4J providers were found.', 'WARN'],
  ['SLF4J(E): A provider could not be instantiated.', 'ERROR'],
  ['OpenJDK 64-Bit Server VM warning: Options were deprecated', 'WARN'],
  ['SEVERE: cannot open', 'ERROR'],
  ['WARNING:root:slow', 'WARN'],
  ['2026-01-02 03:04:05,678 - loader - CRITICAL - gone', 'FATAL'],
  ['2026-01-02 03:04:05,678 | ERROR | loader | gone', 'ERROR'],
  ['{"level":30,"time":1,"msg":"reading"}', 'INFO'],
  ['{"level":50,"msg":"broken"}', 'ERROR'],
  ['{"level":60,"msg":"gone"}', 'FATAL'],
  ['{"level":10,"msg":"detail"}', 'TRACE'],
  ['{"level":"warn","msg":"slow"}', 'WARN'],
  ['{"severity":"ERROR","message":"broken"}', 'ERROR'],
  ['{"levelname":"WARNING","message":"slow"}', 'WARN'],
  ['{"log.level":"debug","message":"detail"}', 'DEBUG'],
  ['{"log":{"level":"error"},"message":"broken"}', 'ERROR'],
  ['{"message":"level"}', undefined],
  ['{not json, level: error}', undefined],
  ['time=2026-01-02T03:04:05Z level=error msg="broken"', 'ERROR'],
  ['error: cannot open', 'ERROR'],
  ['info: reading', 'INFO'],
  ['Errors are good teachers', undefined],
  ['Information: all ERROR rows were kept', undefined],
  ['12 rows with ERROR were skipped', undefined],
  ['hello', undefined],
  ['', undefined],
];

for (const [line, severity] of CASES) {
  test(`reads ${severity ?? 'nothing'} from ${JSON.stringify(line)}`, () => assert.equal(statedSeverity(line), severity));
}

function severities(plain: 'INFO' | 'ERROR', text: string): string[] {
  const reader = new SeverityReader(plain);
  return text.split('\n').map((line) => reader.next(line));
}

test('a stack trace has the severity of the line before it', () => {
  const trace =
    '03:04:05 WARN x - slow\njava.io.IOException: gone\n\tat a.B.c(B.java:1)\nCaused by: java.lang.Error: x\n\t... 3 more\nhello';
  assert.deepEqual(severities('INFO', trace), ['WARN', 'WARN', 'WARN', 'WARN', 'WARN', 'INFO']);
});

test('an exception that ends a thread is an error, whatever comes before it', () => {
  const trace =
    '03:04:05 WARN x - slow\nException in thread "main" java.lang.Error: gone\n\tat a.B.c(B.java:1)\nCaused by: java.lang.Error: x';
  assert.deepEqual(severities('INFO', trace), ['WARN', 'ERROR', 'ERROR', 'ERROR']);
});

for (const warning of [
  'log4j:WARN No appenders could be found for logger (a.b).',
  'log4j:WARN Please initialize the log4j system properly.',
  'log4j:WARN See http://logging.apache.org/log4j/1.2/faq.html#noconfig for more info.',
  'SLF4J: Defaulting to no-operation (NOP) logger implementation',
  'SLF4J: See http://www.slf4j.org/codes.html#StaticLoggerBinder for further details.',
  'OpenJDK 64-Bit Server VM warning: Options were deprecated',
  'WARNING: All illegal access operations will be denied in a future release',
  'WARNING: Please consider reporting this to the maintainers of class a.B',
]) {
  test(`an exception after ${JSON.stringify(warning)} does not belong to it`, () => {
    const trace = `${warning}\njava.io.IOException: gone\n\tat a.B.c(B.java:1)`;
    assert.deepEqual(severities('ERROR', trace), ['WARN', 'ERROR', 'ERROR']);
  });
}

test('the stack trace after a message of several lines has the severity of its exception', () => {
  const trace = [
    '[FATAL]: demo.load - tDB_1 Communications link failure',
    '',
    'The last packet sent successfully to the server was 0 milliseconds ago.',
    'com.example.CommunicationsException: Communications link failure',
    '',
    'The last packet sent successfully to the server was 0 milliseconds ago.',
    '\tat com.example.A.b(A.java:1)',
    'Caused by: java.net.ConnectException: refused',
    '\t... 3 more',
    'hello',
  ];
  const [fatal, blank, plain, error, , , at, cause, more, hello] = severities('INFO', trace.join('\n'));
  assert.deepEqual([fatal, blank, plain, error], ['FATAL', 'INFO', 'INFO', 'ERROR']);
  assert.deepEqual([at, cause, more, hello], ['ERROR', 'ERROR', 'ERROR', 'INFO']);
  const stated = '[ERROR] broken\n\nits second line\n\tat a.B.c(B.java:1)';
  assert.deepEqual(severities('INFO', stated), ['ERROR', 'INFO', 'INFO', 'ERROR'], 'a trace whose exception has no line of its own');
});

test('a stack trace that a line below WARN prints stays below WARN', () => {
  const text = '[ERROR] broken\n[DEBUG] where am I\n\tat a.B.c(B.java:1)\n[INFO ] a list\n\tat the market';
  assert.deepEqual(severities('INFO', text), ['ERROR', 'DEBUG', 'DEBUG', 'INFO', 'INFO']);
});

test('a notice of Java about its options is information', () => {
  for (const line of [
    'Picked up _JAVA_OPTIONS: -Xmx64M',
    'NOTE: Picked up JDK_JAVA_OPTIONS: -Xmx64M',
    'Picked up JAVA_TOOL_OPTIONS: -Da=ERROR',
  ])
    assert.deepEqual(severities('ERROR', `${line}\nhello`), ['INFO', 'ERROR']);
});

test('a stack trace without a stated severity is an error', () => {
  assert.deepEqual(severities('INFO', 'hello\njava.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\nhello'), [
    'INFO',
    'ERROR',
    'ERROR',
    'INFO',
  ]);
  assert.deepEqual(severities('INFO', 'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: x'), [
    'ERROR',
    'ERROR',
    'ERROR',
  ]);
});

test('execution-logs.list.severity: a line without a stated severity has the severity of its output', () => {
  assert.deepEqual(severities('ERROR', 'hello\nINFO: reading\nhello'), ['ERROR', 'INFO', 'ERROR']);
});
