/** How the run script of a job starts Java. A class data archive fits one class path of jars, so that only scripts of Studio's form can have one. */
import { CLASS_PATH, JOB_FOLDER } from './run-script.ts';

/** The options of a script for Java, and its class path: the jars, relative to the folder of the job, and whether it has that folder, too. */
export type JavaStart = { options: string[]; jars: string[]; hasFolder: boolean };

const JOB_FOLDER_PREFIX = /^(?:\.\/|\$ROOT_PATH\/|\$\{ROOT_PATH\}\/|\$PWD\/|\$\{PWD\}\/)+/;
const PLAIN_JAR = /^(?!\/)[\w./+@-]+\.jar$/;
const TO_JOB_FOLDER = /^\s*cd\s+["']?(?:`dirname\s+"?\$0"?`|\$\(dirname\s+"?\$0"?\))["']?\s*$/;
const IS_WORKING_FOLDER = /ROOT_PATH=["']?(?:`pwd`|\$\(pwd\)|\$\{?PWD\}?)["']?\s*$/m;
/** Options that an archive cannot have, or that are archives themselves. */
const UNFIT = /-Xshare|SharedArchive|SharedClassList|AOT|agentlib|agentpath|javaagent|bootclasspath|patch-module|module-path|limit-modules/;

/** Reads a script; returns the reason if its start of Java cannot use a class data archive. */
export function javaStartOf(script: string): JavaStart | string {
  const [found, ...others] = [...script.matchAll(CLASS_PATH)];
  if (!found || others.length > 0) return 'its run script has no class path, or several';
  if (script.split('\n').some((line) => /^\s*cd\b/.test(line) && !TO_JOB_FOLDER.test(line))) return 'its run script changes the folder';
  const [, , path = ''] = found;
  const entries = path.split(':');
  if (/ROOT_PATH/.test(path) && !IS_WORKING_FOLDER.test(script)) return 'its run script sets ROOT_PATH to another folder';
  const jars = entries.filter((entry) => !JOB_FOLDER.test(entry)).map((entry) => entry.replace(JOB_FOLDER_PREFIX, ''));
  const unfit = jars.find((jar) => !PLAIN_JAR.test(jar));
  if (unfit !== undefined) return `the class path of its run script has ${unfit.slice(0, 100)}`;
  if (jars.length === 0) return 'the class path of its run script has no jar';
  const lines = script.replaceAll('\\\n', '  ');
  const before = wordsOf(lines.slice(lines.lastIndexOf('\n', found.index) + 1, found.index));
  const program = before.findLastIndex((word) => word === 'java');
  if (program === -1) return 'its run script starts Java by another name';
  const [, ...behind] = wordsOf(lines.slice(found.index + (found[1] ?? '').length).split('\n', 1)[0] ?? '');
  const main = behind.findIndex((word) => !word.startsWith('-'));
  const given = [...before.slice(program + 1), ...behind.slice(0, Math.max(main, 0))].join(' ').replaceAll(/(--add-\w+) /g, '$1=');
  if (UNFIT.test(given)) return 'its run script has options that exclude an archive';
  const options = wordsOf(given).filter((word) => /^(?:-X|--add-)/.test(word));
  if (options.some((word) => /[$`"'\\]/.test(word))) return 'the options of its run script depend on variables';
  return { options, jars: [...new Set(jars)], hasFolder: jars.length < entries.length };
}

/** Returns the script with further options for Java, and with another class path if one is given. */
export const withJavaOptions = (script: string, options: readonly string[], classPath?: string): string =>
  script.replace(
    CLASS_PATH,
    (_, option: string, path: string) =>
      `${options.map((word) => `'${word.replaceAll("'", String.raw`'\''`)}' `).join('')}${option}${classPath ?? path}`,
  );

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
