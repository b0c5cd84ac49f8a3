/** How the run script of a job starts Java. A class data archive fits one class path of jars, so that only scripts of Studio's form can have one. */
import type { ClassArchiveOfRun, ClassArchives } from '../java/class-archives.ts';
import type { UsedJava } from '../java/job-java.ts';
import { CLASS_PATH, JOB_FOLDER } from './run-script.ts';

/**
 * The options of a script for Java that a class data archive depends on, and its class path: the jars, relative to the folder of the job, and whether it
 * has that folder, too. `words` are all its options as they are written, with quotes and variables.
 */
type JavaStart = { options: string[]; jars: string[]; hasFolder: boolean; words: string[] };

const JOB_FOLDER_PREFIX = /^(?:\.\/|\$ROOT_PATH\/|\$\{ROOT_PATH\}\/|\$PWD\/|\$\{PWD\}\/)+/;
const PLAIN_JAR = /^(?!\/)[\w./+@-]+\.jar$/;
const TO_JOB_FOLDER = String.raw`cd\s+["']?(?:\`dirname\s+"?\$0"?\`|\$\(dirname\s+"?\$0"?\))["']?`;
const WORKING_FOLDER = String.raw`ROOT_PATH=["']?(?:\`pwd\`|\$\(pwd\)|\$\{?PWD\}?)["']?`;
const PLAIN_VARIABLE = String.raw`(?:export\s+)?(?!ROOT_PATH=|CLASSPATH=|PATH=|_?JAVA)[A-Za-z_]\w*=[\w./:@+-]*`;
/** What a script may do before it starts Java. Other commands could change the folder, write files that a jar then hides, or choose another Java. */
const HARMLESS_LINE = new RegExp(String.raw`^(?:#.*|${TO_JOB_FOLDER}|${WORKING_FOLDER}|${PLAIN_VARIABLE}|)$`);
const SETS_WORKING_FOLDER = new RegExp(String.raw`^${WORKING_FOLDER}$`);
/** Options that an archive cannot have, or that are archives themselves. */
const UNFIT = /-Xshare|SharedArchive|SharedClassList|AOT|agentlib|agentpath|javaagent|bootclasspath|patch-module|module-path|limit-modules/;

/** Reads a script; returns the reason if its start of Java cannot use a class data archive. */
export function javaStartOf(script: string): JavaStart | string {
  const [found, ...others] = [...script.matchAll(CLASS_PATH)];
  if (!found || others.length > 0) return 'its run script has no class path, or several';
  const [, option = '', path = ''] = found;
  const lines = script.replaceAll('\\\n', '  ');
  const from = lines.lastIndexOf('\n', found.index) + 1;
  const before = lines
    .slice(0, from)
    .split('\n')
    .map((line) => line.trim());
  if (before.some((line) => !HARMLESS_LINE.test(line))) return 'its run script does more than start Java';
  const [quote] = /["']$/.exec(option) ?? [''];
  const after = lines.slice(found.index + found[0].length).split('\n', 1)[0] ?? '';
  if (!after.startsWith(quote) || !/^\s/.test(after.slice(quote.length))) return 'the class path of its run script has quotes within it';
  const entries = path.split(':');
  if (/ROOT_PATH/.test(path) && !before.some((line) => SETS_WORKING_FOLDER.test(line)))
    return 'its run script sets ROOT_PATH to another folder';
  const jars = entries.filter((entry) => !JOB_FOLDER.test(entry)).map((entry) => entry.replace(JOB_FOLDER_PREFIX, ''));
  const unfit = jars.find((jar) => !PLAIN_JAR.test(jar));
  if (unfit !== undefined) return `the class path of its run script has ${unfit.slice(0, 100)}`;
  if (jars.length === 0) return 'the class path of its run script has no jar';
  const [first, ...words] = wordsOf(lines.slice(from, found.index).replace(/^\s*exec\s/, ''));
  if (first !== 'java') return 'its run script starts Java by another name';
  const behind = wordsOf(after.slice(quote.length));
  const main = behind.findIndex((word) => !word.startsWith('-'));
  const given = [...words, ...behind.slice(0, Math.max(main, 0))]
    .join(' ')
    .replaceAll(/(--add-\w+) /g, '$1=')
    .split(' ')
    .filter(Boolean);
  if (given.some((word) => !word.startsWith('-') || word === '-jar'))
    return 'its run script starts another program than the class of the job';
  if (given.some((word) => UNFIT.test(word))) return 'its run script has options that exclude an archive';
  if (given.some((word) => !word.startsWith('-D') && /[$`"'\\]/.test(word))) return 'the options of its run script depend on variables';
  const options = given.filter((word) => /^(?:-X|--add-)/.test(word));
  return { options, jars: [...new Set(jars)], hasFolder: jars.length < entries.length, words: given };
}

/** The folder of the job within an option. A script that sets ROOT_PATH to another folder does more than start Java. */
const JOB_FOLDER_WITHIN = /\$ROOT_PATH\b|\$\{ROOT_PATH\}|\$PWD\b|\$\{PWD\}|`pwd`/g;
const PARTS_OF_WORD = /"([^"]*)"|'([^']*)'|([^"']+)/g;

/** Returns an option as the shell passes it on, in the folder of a job; undefined if that needs a shell. */
export function literalOption(word: string, folder: string): string | undefined {
  const parts = [...word.matchAll(PARTS_OF_WORD)];
  if (parts.map(([whole]) => whole).join('') !== word) return undefined;
  const texts = parts.map(([, double, single, bare = '']) => {
    if (single !== undefined) return single;
    const text = double ?? bare;
    const isLiteral = !(double === undefined ? /[$`\\;&|<>()*?[\]~]/ : /[$`\\]/).test(text.replaceAll(JOB_FOLDER_WITHIN, ''));
    return isLiteral ? text.replaceAll(JOB_FOLDER_WITHIN, () => folder) : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** Returns the script with further options for Java, and with another class path if one is given. */
const withJavaOptions = (script: string, options: readonly string[], classPath?: string): string =>
  script.replace(
    CLASS_PATH,
    (_, option: string, path: string) =>
      `${options.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}' `).join('')}${option}${classPath ?? path}`,
  );

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** What a run needs for class data: its mark, workspace and bundle, the path by which its Java sees an archive, and the file that it records. */
export type ClassData = {
  archives: ClassArchives;
  run: string;
  workspaceId: string;
  hash: string;
  list: string;
  pathOf: (archive: string) => string;
};

/** The script of a run. `usesFolder`: values of the run are in files of the folder of the job. */
type RunOfJob = { script: string; job: string; usesFolder: boolean };

type Archived = { script: string; facts: string[]; classData?: ClassArchiveOfRun };

/** With these options Java says nothing about an archive that it cannot use, and starts without it. */
const TOLERANT = ['-Xshare:auto', '-Xlog:cds=off'];

/**
 * Returns the script with the options for class data, if there is a way. Takes an archive for the run, or notes why the script can use none. With an
 * archive the class path begins with the jars, because Java refuses one whose class path has a folder before them.
 */
export async function withClassArchive(
  { script, job, usesFolder }: RunOfJob,
  { java: used, data }: { java: UsedJava | undefined; data: ClassData | undefined },
): Promise<Archived> {
  if (used?.mayArchive !== true || data === undefined) return { script, facts: [] };
  const { archives, run, workspaceId, hash } = data;
  const found = await archives.take(run, { workspaceId, hash, java: used.java, options: used.options });
  if (!found) return { script, facts: [] };
  const start = javaStartOf(script);
  if (typeof start === 'string') {
    archives.refuse(run, start);
    return { script, facts: [] };
  }
  const { options, jars, hasFolder } = start;
  if (found.file === undefined) {
    const program = `${used.java.home}/bin/java`;
    return {
      script: withJavaOptions(script, [`-XX:DumpLoadedClassList=${data.list}`]),
      facts: ['Java records the classes that it loads: later runs of this version start with an archive of them'],
      classData: { ...found, start: { hash, job, program, options, jars } },
    };
  }
  // The context in the folder must be found before that of the jar.
  if (usesFolder && found.hidesContexts) {
    archives.release(run);
    return { script, facts: [] };
  }
  const classPath = [...jars, ...(hasFolder ? ['.'] : [])].join(':');
  return {
    script: withJavaOptions(script, [`-XX:SharedArchiveFile=${data.pathOf(found.file)}`, ...TOLERANT], classPath),
    facts: ['Java starts with the class data archive of this version'],
    classData: found,
  };
}
