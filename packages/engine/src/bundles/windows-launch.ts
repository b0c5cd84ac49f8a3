/**
 * How a job archive is started on Windows, where no shell runs its Unix script. A launcher of Studio's form only starts Java: then the engine starts Java
 * itself, so that no argument passes through the command interpreter. A launcher that people have edited runs by the command interpreter.
 */
import type { JobArchive } from '@millrace/wire/job-archive';
import { javaStartOf, literalOption } from './java-start.ts';
import { DeployFault } from '../program/faults.ts';

/** A start of Java: its options, the entries of its class path relative to the folder of the job, the class, and the words for the job. */
export type JavaLaunch = { kind: 'java'; options: string[]; classPath: string[]; main: string; words: string[]; notes: string[] };
/** An edited launcher: its file name in the folder of the job, and its text with a character for each byte. */
export type BatchLaunch = { kind: 'batch'; name: string; text: string };

/** Lines of a launcher that do nothing that the engine does not do: it starts Java in the folder of the job, with all output. */
const WITHOUT_EFFECT = /^(?:@?echo off|%~d0|(?:cd|chdir|pushd)(?: \/d)? "?%~dp0"?|@?rem\b.*|::.*|@?setlocal|@?endlocal|)$/i;
const STARTS_JAVA = /^(?:"?java(?:\.exe)?"?|"?%JAVA_HOME%[\\/]bin[\\/]java(?:\.exe)?"?)\s/i;
/** The folder of the job, as a launcher names it. */
const JOB_FOLDER = /%cd%|%~dp0/gi;
/** Characters that mean the same to the command interpreter and to the program. */
const PLAIN_WORD = /^[\w.:\\/+=@,-]+$/;

/** Returns the way in which the job of an archive starts in `folder`. Throws a `DeployFault` if nothing tells its class. */
export function windowsLaunch(archive: JobArchive, folder: string): JavaLaunch | BatchLaunch {
  const main = archive.package === undefined ? undefined : `${archive.package.replaceAll('/', '.')}.${archive.job}`;
  if (archive.batch !== undefined)
    return javaOfBatch(archive.batch, folder) ?? { kind: 'batch', name: `${archive.job}_run.bat`, text: archive.batch };
  if (main === undefined)
    throw new DeployFault(
      'BUNDLE_UNUSABLE',
      `The job archive has no ${archive.job}/${archive.job}_run.bat. Build it again with the Windows launcher`,
    );
  const start = archive.script === undefined ? undefined : javaStartOf(archive.script.text);
  const isRead = typeof start === 'object';
  const options = (isRead ? start.words : []).map((word) => ({ word, literal: literalOption(word, folder) }));
  // Only the name: the value may be a secret.
  const left = options.flatMap(({ word, literal }) => (literal === undefined ? [word.replace(/=.*/s, '')] : []));
  const without = left.length > 0 ? ` but ${left.join(', ')}, which only a shell can read` : '';
  return {
    kind: 'java',
    options: options.flatMap(({ literal }) => literal ?? []),
    classPath: isRead ? [...(start.hasFolder ? ['.'] : []), ...start.jars] : ['.', '../lib/*', '*'],
    main,
    words: [`--context=${archive.contextName}`],
    notes: [
      `The archive has no launcher for Windows: its class starts ${isRead ? `with the Java options of its run script${without}` : 'without the options of its run script'}, and without values that the script gives. Build it with the Windows launcher`,
    ],
  };
}

/** Reads a launcher that only starts Java; undefined if it does more, or depends on variables. */
function javaOfBatch(batch: string, folder: string): JavaLaunch | undefined {
  const lines = batch
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => !WITHOUT_EFFECT.test(line));
  const [line = '', ...more] = lines;
  if (more.length > 0 || !STARTS_JAVA.test(line) || /[&|<>^]/.test(line)) return undefined;
  // The engine adds its arguments itself.
  const given = line.replace(STARTS_JAVA, '').replaceAll(JOB_FOLDER, () => folder).replace(/\s"?%\*"?(?=\s|$)/, ''); // prettier-ignore
  if (given.includes('%')) return undefined;
  const words = [...given.matchAll(/(?:"[^"]*"|[^\s"])+/g)].map(([word]) => word.replaceAll('"', ''));
  const path = words.findIndex((word) => ['-cp', '-classpath', '--class-path'].includes(word));
  const classPath = (words[path + 1] ?? '').split(';').filter((entry) => entry !== '');
  const main = words.findIndex((word, index) => index !== path + 1 && !word.startsWith('-'));
  if (path === -1 || main === -1 || main < path || classPath.length === 0) return undefined;
  const options = words.slice(0, main).filter((_, index) => index !== path && index !== path + 1);
  return { kind: 'java', options, classPath, main: words[main] ?? '', words: words.slice(main + 1), notes: [] };
}

/** The arguments of Java. With `usesFolder`, the folder of the job comes first on the class path, because values of the run are in its files. */
export function javaArguments(launch: JavaLaunch, words: readonly string[], usesFolder: boolean): string[] {
  const classPath = usesFolder ? ['.', ...launch.classPath.filter((entry) => !/^\.[\\/]?$/.test(entry))] : launch.classPath;
  return [...launch.options, '-cp', classPath.join(';'), launch.main, ...words];
}

/** The arguments of the command interpreter for a launcher. Throws a `DeployFault` for a word that the interpreter could read in another way. */
export function batchArguments(name: string, words: readonly string[]): string[] {
  const unfit = words.find((word) => !PLAIN_WORD.test(word));
  if (unfit !== undefined)
    throw new DeployFault(
      'PARAMETER_UNUSABLE',
      `The launcher ${name} was edited, so that it runs by the command interpreter of Windows, which cannot get ${JSON.stringify(unfit)} unchanged. Build the job with the launcher of Studio`,
    );
  return ['/d', '/s', '/c', name, ...words];
}
