import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { airportsFile, fetchPackages, packageFiles } from '../packages.ts';
import { type Builder, type Log, type ZipMember, Unavailable, filesUnder, packIfChanged, removeFolder, writeZip } from '../pack.ts';

const folder = import.meta.dirname;
const source = join(folder, 'src');
const run = promisify(execFile);

/** Compiles the Java job and packs it as a job archive; needs a JDK. */
export const buildJobArchive: Builder = async (log) => {
  const sources = (await filesUnder(source)).map((file) => file.path);
  const inputs = [import.meta.filename, join(folder, '..', 'packages.ts'), ...packageFiles, ...sources];
  return packIfChanged(folder, inputs, async () => {
    await requireCompiler();
    const airports = join(await fetchPackages(log), airportsFile);
    const work = join(folder, 'build', `work.${process.pid}`);
    try {
      return await archive(work, airports, log);
    } finally {
      await removeFolder(work);
    }
  });
};

async function requireCompiler(): Promise<void> {
  await run('javac', ['-version']).catch(() => {
    throw new Unavailable('no JDK found: install a JDK, version 11 or newer, so that javac is on the path');
  });
}

/** The jars in the order in which they are compiled, each with its folder in the archive. The sources of each are in the folder of its name. */
const jars = [
  { name: 'routines', folder: 'lib' },
  { name: 'job-audit-example-1.0.0', folder: 'lib' },
  { name: 'deliverfile_0_1', folder: 'CheckAirports' },
  { name: 'checkairports_0_1', folder: 'CheckAirports' },
];

/** Returns the files of the archive, in the form of Build Job of Studio. The jars are read into memory, because the caller removes the work folder. */
async function archive(work: string, airports: string, log: Log): Promise<ZipMember[]> {
  log('compiling job-archive');
  const members: ZipMember[] = await filesUnder(join(source, 'archive'));
  const classPath: string[] = [];
  for (const { name, folder: target } of jars) {
    const jar = join(work, `${name}.jar`);
    const others = await compile(join(source, name), join(work, name), jar, classPath);
    classPath.push(jar);
    members.push({ name: `${target}/${name}.jar`, content: await readFile(jar) });
    // The contexts of a job are in its jar and beside it.
    members.push(...others.map((file) => ({ ...file, name: `${target}/${file.name}` })));
  }
  return [...members, { name: 'CheckAirports/airports.csv', path: airports }];
}

/** Compiles a source folder into a jar with the other files of the folder, which it returns. A jar is a zip that begins with its manifest. */
async function compile(from: string, classes: string, jar: string, classPath: readonly string[]): Promise<ZipMember[]> {
  await mkdir(classes, { recursive: true });
  const files = await filesUnder(from);
  const java = files.filter((file) => file.name.endsWith('.java')).map((file) => file.path);
  const others = files.filter((file) => !file.name.endsWith('.java'));
  const words = ['--release', '11', '-Xlint:all', '-Werror', '-encoding', 'UTF-8', '-d', classes, '-cp', classPath.join(delimiter)];
  await run('javac', [...words, ...java]).catch((error: { stderr?: string }) => {
    throw new Error(`javac refused ${from}:\n${error.stderr ?? String(error)}`);
  });
  const manifest = { name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0\r\n\r\n' };
  await writeZip(jar, [manifest, ...(await filesUnder(classes)), ...others]);
  return others;
}
