/** Lets the Java of a job use a class data archive, or record the classes for one, by options in the run's own copy of the script. */
import type { ClassArchiveOfRun, ClassArchives } from '../java/class-archives.ts';
import type { UsedJava } from '../java/job-java.ts';
import { javaStartOf, withJavaOptions } from './java-start.ts';

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

/** Java says nothing about an archive that it cannot use, and starts without it. */
const TOLERANT = ['-Xshare:auto', '-Xlog:cds=off'];

/**
 * Returns the script with the options for class data, if there is a way. With an archive the class path begins with the jars, because Java refuses
 * one whose class path has a folder before them.
 */
export async function withClassArchive(
  { script, job, usesFolder }: RunOfJob,
  { java: used, data }: { java: UsedJava | undefined; data: ClassData | undefined },
): Promise<Archived> {
  if (used?.mayArchive !== true || data === undefined) return { script, facts: [] };
  const { archives, run, workspaceId, hash } = data;
  const found = await archives.find(run, { workspaceId, hash, java: used.java, options: used.options });
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
