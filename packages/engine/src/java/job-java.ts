/** What a job archive expects of its machine: the Java for which it was built, a home folder, a folder for temporary files, and UTF-8. */
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { allowedInsteadOf, engineRequestsOf, refusedJvmArguments } from '@millrace/wire/jvm-arguments';
import { DeployFault } from '../program/faults.ts';
import { findProgram } from '../program/find-program.ts';
import { auditOptions, hasAudit } from './audit.ts';
import { type BuiltFor, builtForOf, chooseJava, type JavaMismatch } from './choose-java.ts';
import { type Java, javaOfProgram } from './find-javas.ts';

/** What a job gets from its engine. `user` is the name of its user; undefined for a run with the user of the engine. */
export type JobMachine = {
  path: string;
  javas: readonly Java[];
  home: string;
  temporary: string;
  user: string | undefined;
  locale: string;
  /** The files for its audit lines. */
  audit: string;
  lineage: string;
};

/** The Java of a run: its variables, lines for the log, and how it differs from the Java of the archive. */
type JobJava = { variables: Record<string, string>; facts: string[]; notes: string[]; mismatch?: JavaMismatch; used?: UsedJava };

/** The Java of a run, the options that it gets beside those of its folders, and whether it may use a class data archive. */
export type UsedJava = { java: Java; options: string[]; mayArchive: boolean };

/** A job: the folder of its archive, its name and the text of its run script. */
type Job = { bundle: string; name: string; script: string };

/** The packages that Studio opens for its components and their drivers, for an archive whose scripts name none. */
const OPENED_PACKAGES = [
  ...['io', 'lang', 'lang.invoke', 'lang.reflect', 'net', 'nio', 'text', 'time', 'util', 'util.concurrent', 'util.concurrent.atomic'].map(
    (name) => `java.base/java.${name}`,
  ),
  ...['net.www.protocol.https', 'nio.ch', 'nio.cs', 'security.action', 'util.calendar'].map((name) => `java.base/sun.${name}`),
  'java.security.jgss/sun.security.krb5',
];
const OPENS = /--add-opens[= ][\w.]+\/[\w.]+=[\w.,-]+/g;

/** Chooses the Java of a job and makes its variables. Throws a `DeployFault` if the job needs Java and there is none. */
export async function jobJava(job: Job, jvmArguments: readonly string[], machine: JobMachine): Promise<JobJava> {
  const { java, rest, classArchive = true } = engineRequestsOf(jvmArguments);
  const built = await builtForOf(job.bundle, job.name);
  const chosen = chooseJava(machine.javas, built, java);
  const program = await findProgram('java', machine.path);
  if (!chosen && !program && /\bjava\b/.test(job.script)) throw noJava();
  const used = chosen ?? (program === undefined ? undefined : await javaOfProgram(program));
  const opened = await openings(job, built, used);
  const variables = {
    ...(chosen && { JAVA_HOME: chosen.home, PATH: [join(chosen.home, 'bin'), machine.path].join(delimiter) }),
    ...(/utf-?8/i.test(machine.locale) ? {} : { LC_ALL: 'C.UTF-8' }),
    JAVA_TOOL_OPTIONS: [...machineOptions(machine), ...opened, ...((await hasAudit(job.bundle)) ? auditOptions(machine) : [])]
      .map(quotedForJava)
      .join(' '),
    ...javaOptions(rest),
  };
  return {
    variables,
    ...differences(built.version, used),
    ...(used && { used: { java: used, options: [...opened, ...rest], mayArchive: classArchive } }),
  };
}

/**
 * The options by which Java sees the folders and the user of its run. Java reads neither HOME nor TMPDIR, and finds no account for a user that one run has
 * to itself. They are in JAVA_TOOL_OPTIONS, which the run script and the run profile override.
 * @rule bundles.job-archive.machine
 */
function machineOptions({ home, temporary, user }: JobMachine): string[] {
  const encodings = ['file.encoding', 'stdout.encoding', 'stderr.encoding', 'sun.stdout.encoding', 'sun.stderr.encoding'];
  return [
    `-Duser.home=${home}`,
    ...(user === undefined ? [] : [`-Duser.name=${user}`]),
    `-Djava.io.tmpdir=${temporary}`,
    ...encodings.map((name) => `-D${name}=UTF-8`),
  ];
}

/**
 * The options that open modules, for an archive that wants them and whose run script has none: those of its other script, else the usual ones.
 * @rule bundles.job-archive.add-opens
 */
async function openings({ bundle, name, script }: Job, { opensModules }: BuiltFor, used: Java | undefined): Promise<string[]> {
  if (!opensModules || (used?.version ?? 0) < 9 || script.includes('--add-opens')) return [];
  const other = await readFile(join(bundle, name, `${name}_run.bat`), 'latin1').catch(() => '');
  const found = other.match(OPENS)?.map((one) => one.replace(' ', '='));
  return found ?? OPENED_PACKAGES.map((one) => `--add-opens=${one}=ALL-UNNAMED`);
}

function differences(built: number | undefined, used: Java | undefined): Omit<JobJava, 'variables'> {
  if (built === undefined || used === undefined || built === used.version) return { facts: [], notes: [] };
  const line = `The archive was built for Java ${built}, and runs with Java ${used.version} (${used.home})`;
  const mismatch = { built, used: used.version };
  return used.version > built ? { facts: [line], notes: [], mismatch } : { facts: [], notes: [line], mismatch };
}

const noJava = (): DeployFault =>
  new DeployFault(
    'JAVA_NOT_FOUND',
    "This engine has no Java runtime: install one on the engine's machine, or set JAVA_HOME or MILLRACE_JAVA_17 for the engine",
  );

/**
 * The JVM arguments of a run profile as an environment variable. The run script of a job passes its own arguments on the command line, and of the
 * variables that Java reads only `_JAVA_OPTIONS` overrides these. Java splits its value at white space and removes quotes; it knows no escapes.
 * Throws a `DeployFault` if an argument could run code.
 * @rule bundles.job-archive.jvm-arguments
 * @rule bundles.job-archive.jvm-arguments-harmless
 */
function javaOptions(jvmArguments: readonly string[]): Record<string, string> {
  const refused = refusedJvmArguments(jvmArguments);
  if (refused.length > 0)
    throw new DeployFault(
      'JVM_ARGUMENT_REFUSED',
      `The run profile may not have ${refused.map((name) => `'${name}'`).join(', ')}. ${allowedInsteadOf(refused)}`,
    );
  return jvmArguments.length === 0 ? {} : { _JAVA_OPTIONS: jvmArguments.map(quotedForJava).join(' ') };
}

/** An argument as Java splits it in a variable. */
function quotedForJava(argument: string): string {
  if (!/[\s'"]/.test(argument)) return argument;
  return argument
    .split('"')
    .map((piece) => `"${piece}"`)
    .join(`'"'`);
}
