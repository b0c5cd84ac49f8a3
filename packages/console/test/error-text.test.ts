/** The words of the engine around the error of a job are translated; the words of the job are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviceOnRefusal } from '../../engine/src/isolation/run-access.ts';
import { explainMismatch } from '../../engine/src/java/choose-java.ts';
import { JobOutput } from '../../engine/src/outcomes/job-output.ts';
import { endingOfExit, endingOfJob } from '../../engine/src/outcomes/outcome.ts';
import { errorText, shortErrorText } from '../src/features/task-executions/error-text.ts';
import { loadTexts } from '../src/text/texts.ts';

await loadTexts('de', 'pages');
const german = (message: string | undefined): string => errorText(message ?? '', 'de');
const exit = (code: number | null, signal: NodeJS.Signals | null = null) => ({ code, signal });

/** What a job archive says about its first error, by its lines. */
function firstError(...lines: string[]): string | undefined {
  const output = new JobOutput();
  output.add(lines.map((message) => ({ at: 0, severity: 'ERROR', type: 'STDERR', message })));
  return output.firstError;
}

const FAILURE = [
  'Exception in component tDBInput_1 (Load)',
  'java.lang.RuntimeException: it is gone since 11, caused by nobody',
  '\tat demo.Load.main(Load.java:1)',
  'Caused by: java.net.ConnectException: Connection refused (and 2 more errors)',
  'Exception in component tDBClose_1 (Load)',
  'java.lang.NullPointerException: null',
];
const OF_JOB =
  'Exception in component tDBInput_1 (Load): java.lang.RuntimeException: it is gone since 11, caused by nobody, verursacht durch java.net.ConnectException: Connection refused (and 2 more errors)';

test('the first error of a job archive, with its cause, the number of others, and what else the engine adds', () => {
  const { errorMessage } = endingOfJob(exit(1), {}, { firstError: firstError(...FAILURE), lastError: undefined, returnCode: undefined });
  assert.equal(german(errorMessage), `Der Job endete mit dem Exit-Code 1. Erster Fehler: ${OF_JOB} (und ein weiterer Fehler)`);
  assert.equal(errorText(errorMessage ?? '', 'en'), errorMessage);
  const mismatch = explainMismatch({ built: 8, used: 17 }, 'javax.xml.bind');
  const refusal = adviceOnRefusal('/data/x: Permission denied', { kind: 'user', folder: '/run' });
  assert.equal(
    german([errorMessage, mismatch, refusal].join('. ')),
    `Der Job endete mit dem Exit-Code 1. Erster Fehler: ${OF_JOB} (und ein weiterer Fehler). Gebaut für Java 8, gelaufen mit 17: javax.xml.bind fehlt seit 11. ` +
      'Jeder Lauf hat hier einen eigenen Benutzer, der /data/x nicht öffnen darf: Wer die Engine betreibt, kann den Ordner in MILLRACE_ENGINE_SHARED_FOLDERS nennen, oder einen Benutzer, der die Datei öffnen darf, in MILLRACE_ENGINE_RUN_AS',
  );
});

test('every other end of a job, and every lack of a Java', () => {
  const { errorMessage } = endingOfJob(exit(44), {}, { firstError: undefined, lastError: undefined, returnCode: 300 });
  assert.equal(german(errorMessage), 'Der Job endete mit dem Rückgabewert 300, von dem sein System 44 weitergibt.');
  assert.equal(
    german(endingOfExit(exit(2), {}, 'no. First error: x').errorMessage),
    'Der Task endete mit dem Exit-Code 2. Letzter Fehler: no. First error: x',
  );
  assert.match(
    german(endingOfExit(exit(null, 'SIGKILL'), {}, undefined).errorMessage),
    /^Der Task wurde durch SIGKILL beendet \(vielleicht/,
  );
  for (const [trace, text] of [
    ['com.sun.net.ssl', 'com.sun.net.ssl fehlt seit 13'],
    ['JAVA_SPECIFICATION_VERSION_AS_ENUM', 'ein altes commons-lang3 kennt die Versionsnummer nicht seit 9'],
    ['nashorn', 'die JavaScript-Engine Nashorn fehlt seit 15'],
    ['InaccessibleObjectException', 'die inneren Pakete von Java sind geschlossen seit 17'],
    ['SecurityManager', 'der Security-Manager fehlt seit 24'],
    ['StringIndexOutOfBoundsException: begin 0, end 3, length 2', 'die Versionsnummer ist zu kurz für ein altes commons-lang3 seit 10'],
    ['org.omg.CORBA', 'CORBA fehlt seit 11'],
  ] as const)
    assert.equal(german(`x. ${explainMismatch({ built: 8, used: 25 }, trace)}`), `x. Gebaut für Java 8, gelaufen mit 25: ${text}`);
  assert.equal(
    german(`x. ${explainMismatch({ built: 17, used: 8 }, 'UnsupportedClassVersionError')}`),
    'x. Gebaut für Java 17, gelaufen mit 8: seine Klassen brauchen Java 17',
  );
  for (const [path, kind, account] of [
    ['/tmp/x', 'user', 'etl'],
    ['/data/x', 'namespace', undefined],
  ] as const)
    assert.match(
      german(`x. ${adviceOnRefusal(`${path}: Permission denied`, { kind, folder: '/run', account })}`),
      /^x\. (?:Dieser Lauf hat den Benutzer etl, der \/tmp\/x nicht|Läufe sehen hier nur einige Ordner der Maschine, und \/data\/x können sie nicht) öffnen(?: darf)?: (?:Der Task soll|Wer die Engine)/,
    );
});

test('a sentence that is not known, and a long text of a job', () => {
  assert.equal(german('Something else, caused by x (and more)'), 'Something else, caused by x (and more)');
  const long = `The job ended with exit code 1. First error: ${', caused by (and 1 more error'.repeat(2000)}`;
  assert.ok(german(long).startsWith('Der Job endete'));
});

test('says in German why a step of a plan failed', () => {
  assert.equal(
    german("The step 'Load' failed: of 3 runs 1 succeeded, and all must."),
    'Der Schritt „Load“ ist gescheitert: Von 3 Läufen gelangen 1, nötig sind alle.',
  );
});

test('in a row stands what the job has said, where it has said something', () => {
  for (const [message, en, de] of [
    [
      'The job ended with exit code 1. First error: x: Last error: y, caused by z',
      'x: Last error: y, caused by z',
      'x: Last error: y, verursacht durch z',
    ],
    ['The task ended with exit code 2. Last error: no', 'no', 'no'],
    ['The task ended with exit code 2', 'The task ended with exit code 2', 'Der Task endete mit dem Exit-Code 2.'],
    ['no: First error: x', 'no: First error: x', 'no: First error: x'],
  ] as const) {
    assert.equal(shortErrorText(message, 'en'), en);
    assert.equal(shortErrorText(message, 'de'), de);
  }
});
