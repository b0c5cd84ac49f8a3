/**
 * The error of a run in the language of the page. The engine puts words of its own around what a job has said, in English: only these are translated. A
 * sentence that is not known here stays as it is.
 */
import { plainMessage } from '@millrace/contract/plain-messages';
import type { Language } from '../../text/messages.ts';

/** Where the text of the job ends: at the end, or before a sentence of the engine. */
const END = String.raw`(?=$|\. (?:Built for Java|Each run has|This run has|Runs see))`;

/** What a newer Java lacks, where the translation of "is gone" alone would leave English words. */
const LACKS: Readonly<Record<string, string>> = {
  'the JavaScript engine Nashorn is gone': 'die JavaScript-Engine Nashorn fehlt',
  'the inner packages of Java are closed': 'die inneren Pakete von Java sind geschlossen',
  'the security manager is gone': 'der Security-Manager fehlt',
  'the version number is unknown to an old commons-lang3': 'ein altes commons-lang3 kennt die Versionsnummer nicht',
  'the version number is too short for an old commons-lang3': 'die Versionsnummer ist zu kurz für ein altes commons-lang3',
};

/** The sentences of engine and server, in the order in which they appear. A later row finds what an earlier one has translated, in German. */
const FRAMES: readonly (readonly [RegExp, (words: readonly string[]) => string])[] = [
  [
    /^The job ended with return code (-?\d+), of which its system passes on (\d+)\.?/,
    ([, code, passed]) => `Der Job endete mit dem Rückgabewert ${code}, von dem sein System ${passed} weitergibt.`,
  ],
  [
    /^The (job|task) ended with exit code (\d+)\.?/,
    ([, what, code]) => `Der ${what === 'job' ? 'Job' : 'Task'} endete mit dem Exit-Code ${code}.`,
  ],
  [
    /^The task was killed by (SIG\w+)( \(perhaps the machine ran out of memory\))?\.?/,
    ([, signal, isMemory]) =>
      `Der Task wurde durch ${signal} beendet${isMemory ? ' (vielleicht reichte der Speicher der Maschine nicht)' : ''}.`,
  ],
  [
    /^The step '(.*)' failed: of (\d+) runs (\d+) succeeded, and (all|at least one) must\.$/s,
    ([, step, planned, succeeded, needed]) =>
      `Der Schritt „${step}“ ist gescheitert: Von ${planned} Läufen gelangen ${succeeded}, nötig ${needed === 'all' ? 'sind alle' : 'ist mindestens einer'}.`,
  ],
  [/^(Der [^.]+\.) (First|Last) error: /, ([, frame, which]) => `${frame} ${which === 'First' ? 'Erster' : 'Letzter'} Fehler: `],
  [
    new RegExp(String.raw` \(and (\d+) more errors?\)${END}`),
    ([, count]) => (count === '1' ? ' (und ein weiterer Fehler)' : ` (und ${count} weitere Fehler)`),
  ],
  [
    /\. Built for Java (\d+), ran with (\d+)(?:: (.+?) since (\d+)|(: its classes need Java \d+))?(?=$|\. )/,
    ([, built, used, lack, since, needs]) =>
      `. Gebaut für Java ${built}, gelaufen mit ${used}${lack ? `: ${LACKS[lack] ?? lack.replace(/ is gone$/, ' fehlt')} seit ${since}` : needs ? `: seine Klassen brauchen Java ${built}` : ''}`,
  ],
  [
    /\. (Each run has a user of its own here|This run has the user (\S+)|Runs see only some folders of the machine here), which may not open (\S+): (let the task|the owner).*? in (MILLRACE_\w+)(, or a user that may open it in (MILLRACE_\w+))?$/,
    ([, who = '', account, path, how, folders, , users]) =>
      `. ${account ? `Dieser Lauf hat den Benutzer ${account}` : who.startsWith('Each') ? 'Jeder Lauf hat hier einen eigenen Benutzer' : 'Läufe sehen hier nur einige Ordner der Maschine'}, der ${path} nicht öffnen darf: ${how === 'the owner' ? 'Wer die Engine betreibt, kann den Ordner' : 'Der Task soll in einen anderen Ordner schreiben, den der Betreiber der Engine'} in ${folders} ${how === 'the owner' ? 'nennen' : 'nennt'}${users ? `, oder einen Benutzer, der die Datei öffnen darf, in ${users}` : ''}`,
  ],
];

/** The cause that the engine adds to a first error: the last one, because the job may write these words, too. */
const CAUSE = /^(Der .* Erster Fehler: .*), caused by /s;

/** Translates an error of the engine; one of the server loses the operations that it names. */
export function errorText(message: string, language: Language): string {
  const plain = plainMessage(message);
  if (language === 'en') return plain;
  const framed = FRAMES.reduce((text, [form, translated]) => text.replace(form, (...words) => translated(words.slice(0, -2))), plain);
  return framed.replace(CAUSE, '$1, verursacht durch ');
}
