/**
 * The error of a run in the language of the page. The engine puts words of its own around what a job has said, in English: only these are translated. A
 * sentence that is not known here stays as it is.
 */
import { plainMessage } from '@millrace/contract/plain-messages';
import type { Language } from '../../text/languages.ts';
import { textIn, type TextOf } from '../../text/texts.ts';
import { errorMessages } from './error-messages.ts';

type Say = TextOf<typeof errorMessages>;
type Words = readonly (string | undefined)[];
/** Words of engine or server, and how to say them in another language. */
type Frame = readonly [form: RegExp, said: (words: Words, say: Say) => string];

/** Where the text of the job ends: at the end, or before a sentence of the engine. */
const END = String.raw`(?=$|\. (?:Built for Java|Each run has|This run has|Runs see))`;

/** What a newer Java lacks, in the words of the engine, with the message for it. A plain name with "is gone" needs none of its own. */
const LACKS = {
  'the JavaScript engine Nashorn is gone': 'nashorn',
  'the inner packages of Java are closed': 'innerPackages',
  'the security manager is gone': 'securityManager',
  'the version number is unknown to an old commons-lang3': 'unknownVersion',
  'the version number is too short for an old commons-lang3': 'shortVersion',
} as const;

function lackText(lack: string, say: Say): string {
  if (lack in LACKS) return say(LACKS[lack as keyof typeof LACKS]);
  return lack.endsWith(' is gone') ? say('isGone', { what: lack.slice(0, -' is gone'.length) }) : lack;
}

/** What stands behind the error of a job, in this order. */
const TAILS: readonly Frame[] = [
  [new RegExp(String.raw` \(and (\d+) more errors?\)${END}`), ([, count], say) => say('moreErrors', { count: Number(count) })],
  [
    /\. Built for Java (\d+), ran with (\d+)(?:: (.+?) since (\d+)|(: its classes need Java \d+))?(?=$|\. )/,
    ([, built = '', used = '', lack, since = '', needs], say) =>
      `. ${lack ? say('builtLacks', { built, used, lack: lackText(lack, say), since }) : say(needs ? 'builtNeeds' : 'built', { built, used })}`,
  ],
  [
    /\. (Each run has a user of its own here|This run has the user (\S+)|Runs see only some folders of the machine here), which may not open (\S+): (let the task|the owner).*? in (MILLRACE_\w+)(, or a user that may open it in (MILLRACE_\w+))?$/,
    ([, who = '', account, path = '', how, folders = '', , users], say) => {
      const advice = say(how === 'the owner' ? 'nameFolder' : 'otherFolder', { folders }) + (users ? say('orUser', { users }) : '');
      return `. ${account ? say('thisUser', { account, path, advice }) : say(who.startsWith('Each') ? 'ownUser' : 'someFolders', { path, advice })}`;
    },
  ],
];

/** The sentence with which a message begins. */
const HEADS: readonly Frame[] = [
  [
    /^The job ended with return code (-?\d+), of which its system passes on (\d+)\.?/,
    ([, code = '', passed = ''], say) => say('returnCode', { code, passed }),
  ],
  [/^The (job|task) ended with exit code (\d+)\.?/, ([, what, code = ''], say) => say(what === 'job' ? 'jobExit' : 'taskExit', { code })],
  [
    /^The task was killed by (SIG\w+)( \(perhaps the machine ran out of memory\))?\.?/,
    ([, signal = '', isMemory], say) => say(isMemory ? 'killedByMemory' : 'killed', { signal }),
  ],
  [
    /^The step '(.*)' failed: of (\d+) runs (\d+) succeeded, and (all|at least one) must\.$/s,
    ([, step = '', planned = '', succeeded = '', needed], say) =>
      say(needed === 'all' ? 'stepNeedsAll' : 'stepNeedsOne', { step, planned, succeeded }),
  ],
];

/** The error of a run in a language. Names of operations, which errors of the server contain, are left out. */
export function errorText(message: string, language: Language): string {
  const plain = plainMessage(message);
  if (language === 'en') return plain;
  const say = textIn(language, errorMessages);
  const text = TAILS.reduce((before, [form, said]) => before.replace(form, (...words) => said(words.slice(0, -2) as Words, say)), plain);
  for (const [form, said] of HEADS) {
    const words = form.exec(text);
    if (words) return said(words, say) + errorOfJob(text.slice(words[0].length), say);
  }
  return text;
}

/** The error of a run in few words, for a row: what its job has said, if it has said something. The state of the run tells the rest. */
export function shortErrorText(message: string, language: Language): string {
  const text = errorText(message, language);
  if (!/^The (?:job|task) ended with /.test(message)) return text;
  const say = textIn(language, errorMessages);
  const leads = (['firstError', 'lastError'] as const).map((lead) => ` ${say(lead)}`);
  const [lead] = leads.filter((one) => text.includes(one)).toSorted((one, other) => text.indexOf(one) - text.indexOf(other));
  return lead === undefined ? text : text.slice(text.indexOf(lead) + lead.length);
}

/** Translates what stands between the first sentence and the words of the job, and before its cause. */
function errorOfJob(text: string, say: Say): string {
  if (text.startsWith(' Last error: ')) return ` ${say('lastError')}${text.slice(' Last error: '.length)}`;
  if (!text.startsWith(' First error: ')) return text;
  const error = text.slice(' First error: '.length);
  // The engine adds the cause behind the error: the job may have written these words before.
  const at = error.lastIndexOf(', caused by ');
  return ` ${say('firstError')}${at < 0 ? error : error.slice(0, at) + say('causedBy') + error.slice(at + ', caused by '.length)}`;
}
