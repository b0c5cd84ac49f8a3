/**
 * The script that starts the job of an archive. Studio writes it, and people edit it. A run gets its own copy, in which only what is in the way is
 * changed: line endings of Windows, arguments that are not passed on, and values that the task or the start overrides.
 */
import { basename } from 'node:path';
import type { JobArchive } from '@millrace/wire/job-archive';

/** A class path in a script: the option, and the path. */
export const CLASS_PATH = /((?:-cp|-classpath|--class-path)(?:\s+|=)["']?)([^\s"']+)/g;
/** The folder of the job, as scripts name it. An empty entry of a class path is the working folder. */
export const JOB_FOLDER = /^(?:|\.\/?|\$PWD\/?|\$\{PWD\}\/?|`pwd`\/?|\$ROOT_PATH\/?|\$\{ROOT_PATH\}\/?)$/;
/** The option that replaces one of Studio that is overridden. Jobs ignore options that they do not know. */
const IGNORED = '--overridden';

/** All arguments as words of their own. At an end of a longer text in quotes, such as `"args: $*"`, they are part of that text. */
const ALL_ARGUMENTS = /"\$[@*]"|(?<!")\$[@*](?!")/g;

/** Returns the script of an archive; for one without a script, a script that starts the class of its job. Undefined if nothing tells the class. */
export function scriptOf(archive: JobArchive): string | undefined {
  const main = mainClass(archive);
  if (archive.script === undefined) return main === undefined ? undefined : derivedScript(archive, main);
  const text = archive.script.text.replaceAll('\r\n', '\n').replaceAll(ALL_ARGUMENTS, '"$@"');
  if (/\$[@*]/.test(codeOf(text)) || main === undefined) return text;
  return text.replace(main, () => `${main} "$@"`);
}

/** Returns the script with the job folder on the class path before the jar of the job, so that Java finds the files of the folder first. */
export const withJobFolderFirst = (script: string, { jar }: JobArchive): string =>
  script.replaceAll(CLASS_PATH, (whole, option: string, path: string) => {
    const entries = path.split(':');
    const folder = entries.findIndex((entry) => JOB_FOLDER.test(entry));
    const ownJar = entries.findIndex((entry) => jar !== undefined && basename(entry) === basename(jar));
    return folder !== -1 && (ownJar === -1 || folder < ownJar) ? whole : `${option}.:${path}`;
  });

/** Whether the script names a class path. */
export const namesClassPath = (script: string): boolean => script.search(CLASS_PATH) !== -1;

/** Returns the script without its own values of these parameters. */
export const withoutValues = (script: string, names: readonly string[]): string =>
  names.reduce(
    (text, name) =>
      text.replaceAll(new RegExp(String.raw`--context_param([\s=]+["']?)(?=${quotedPattern(inBytes(name))}=)`, 'g'), `${IGNORED}_param$1`),
    script,
  );

/** Returns the script without its own context. */
export const withoutContext = (script: string): string => script.replaceAll('--context=', `${IGNORED}_context=`);

/** Arguments of a script by their places; a script that shifts them needs some. */
const PLACES = /\$\{?[1-9]/;
const SHIFT = /\bshift\b/;
/** All arguments as words of a command. */
const PASSED_ON = /(?<=\s)"\$@"/g;

/**
 * Returns the script and the arguments for it. A script that people have edited may read arguments by their places, such as `$1`, and would read those of
 * the engine. If one command alone gets all arguments, those of the engine are therefore written there, and the script itself gets none.
 */
export function withArguments(script: string, words: readonly string[]): { script: string; words: readonly string[] } {
  const code = codeOf(script);
  const [place, ...others] = [...code.matchAll(PASSED_ON)];
  if (!PLACES.test(masked(code, /'[^'\n]*'/g)) || SHIFT.test(code) || !place || others.length > 0) return { script, words };
  const given = words.map((word) => quoted(inBytes(word))).join(' ');
  return { script: script.slice(0, place.index) + given + script.slice(place.index + place[0].length), words: [] };
}

const COMMENT = /(?<=^|\s)#.*/g;
const FUNCTION = /^\s*(?:function\s+)?[\w-]+\s*\(\)\s*(?:\{|$)/;

/**
 * The script with blanks in place of comments, and of functions, which have arguments of their own. A function ends in its first line, or with a line
 * that begins with a brace. It reads line by line: a pattern for whole functions takes minutes for a script of many unfinished ones.
 */
function codeOf(script: string): string {
  let isInFunction = false;
  return script
    .split('\n')
    .map((line) => {
      const code = masked(line, COMMENT);
      const begins = !isInFunction && FUNCTION.test(code);
      if (!isInFunction && !begins) return code;
      isInFunction = begins ? !code.trimEnd().endsWith('}') : !code.trimStart().startsWith('}');
      return ' '.repeat(line.length);
    })
    .join('\n');
}

const masked = (text: string, part: RegExp): string => text.replaceAll(part, (found) => ' '.repeat(found.length));

const mainClass = (archive: JobArchive): string | undefined =>
  archive.package === undefined ? undefined : `${archive.package.replaceAll('/', '.')}.${archive.job}`;

/** A text as it is in a script, which has a character for each byte, so that a run's copy of it has the same bytes. */
const inBytes = (text: string): string => Buffer.from(text).toString('latin1');

const quotedPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The options for Java and for the job are those of the launcher for Windows, if there is one. */
function derivedScript({ batch = '' }: JobArchive, main: string): string {
  const words = [...batch.matchAll(/"[^"]*"|\S+/g)].map(([word]) => word.replaceAll('"', ''));
  const at = words.indexOf(main);
  const usable = words.filter((word) => !word.includes('%'));
  const ofJava = at === -1 ? [] : usable.filter((word) => /^-[XD]/.test(word));
  const ofJob = at === -1 ? [] : words.slice(at + 1).filter((word) => !word.includes('%'));
  const wordsOf = (some: readonly string[]): string => some.map((word) => `${quoted(word)} `).join('');
  return `#!/bin/sh\nexec java ${wordsOf(ofJava)}-cp '.:../lib/*:*' ${wordsOf([main, ...ofJob])}"$@"\n`;
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
