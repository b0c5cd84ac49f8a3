import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Returns the files of the archive. The two jars are read into memory, because the caller removes the work folder. */
async function archive(work: string, airports: string, log: Log): Promise<ZipMember[]> {
  log('compiling job-archive');
  const library = join(work, 'airport-rules-1.0.0.jar');
  const job = join(work, 'checkairports_0_1.jar');
  await compile(join(source, 'library'), join(work, 'library'), library, []);
  await compile(join(source, 'job'), join(work, 'job'), job, ['-cp', library]);

  const contexts = 'airports/checkairports_0_1/contexts/Default.properties';
  return [
    { name: 'jobInfo.properties', path: join(source, 'archive', 'jobInfo.properties') },
    { name: 'lib/airport-rules-1.0.0.jar', content: await readFile(library) },
    {
      name: 'CheckAirports/CheckAirports_run.sh',
      path: join(source, 'archive', 'CheckAirports', 'CheckAirports_run.sh'),
      executable: true,
    },
    { name: 'CheckAirports/checkairports_0_1.jar', content: await readFile(job) },
    { name: `CheckAirports/${contexts}`, path: join(source, 'job', contexts) },
    { name: 'CheckAirports/airports.csv', path: airports },
  ];
}

/** Compiles a source folder into a jar that also contains the other files of the folder. A jar is a zip that begins with its manifest. */
async function compile(from: string, classes: string, jar: string, options: readonly string[]): Promise<void> {
  await mkdir(classes, { recursive: true });
  const files = await filesUnder(from);
  const java = files.filter((file) => file.name.endsWith('.java')).map((file) => file.path);
  const words = ['--release', '11', '-Xlint:all', '-Werror', '-encoding', 'UTF-8', '-d', classes, ...options, ...java];
  await run('javac', words).catch((error: { stderr?: string }) => {
    throw new Error(`javac refused ${from}:\n${error.stderr ?? String(error)}`);
  });
  await writeZip(jar, [
    { name: 'META-INF/MANIFEST.MF', content: 'Manifest-Version: 1.0\r\n\r\n' },
    ...(await filesUnder(classes)),
    ...files.filter((file) => !file.name.endsWith('.java')),
  ]);
}
