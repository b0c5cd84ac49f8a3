/** P17: from the start of a job with 60 jars to its first log line, beside a start of its run script by hand. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import type { Pool } from 'undici';
import { writeZip, type ZipMember } from '../examples/pack.ts';
import { findJavas, type Java } from '../packages/engine/src/java/find-javas.ts';
import { type Comparison, type Contestant, percentile } from './contestant.ts';
import { connectTo, type DatabaseServer, startDatabaseServer, openPool } from './processes.ts';
import { startExecution } from './executions.ts';
import { bench } from './harness.ts';
import { addBundleTasks, type Millrace, ours, startMillrace, untilAllFinished } from './millrace.ts';
import { makePipe, measureStarts, type Start } from './starts.ts';

/** A job archive in the form of Studio: its jars, the classes in each, and how many of them the job loads. */
type Size = { jars: number; classes: number; used: number };

const run = promisify(execFile);
/** Methods of each generated class, so that loading it takes about as long as loading a class of a real library. */
const METHODS = 12;
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index).padStart(2, '0'));

/** Compiles the job once, and returns a function that packs its archive for one Java: the zip, and the folder with its files for a start by hand. */
async function jobOfJars(folder: string, size: Size): Promise<(java: number) => Promise<{ zip: string; unpacked: string }>> {
  const [sources, classes] = [join(folder, 'sources'), join(folder, 'classes')];
  const jars = numbered(size.jars);
  const files: string[] = [];
  const add = async (path: string, text: string): Promise<void> => {
    await mkdir(join(sources, path, '..'), { recursive: true });
    await writeFile(join(sources, path), text);
    files.push(join(sources, path));
  };
  for (const jar of jars) {
    await add(`lib/m${jar}/Part.java`, `package lib.m${jar}; public interface Part { int use(int value); }`);
    for (const name of numbered(size.classes)) await add(`lib/m${jar}/C${name}.java`, partSource(jar, name));
    await add(`lib/m${jar}/Library.java`, librarySource(jar, numbered(size.used)));
  }
  await add('bench/load_0_1/Load.java', jobSource(jars));
  await writeFile(join(folder, 'files'), files.join('\n'));
  await run('javac', ['-nowarn', '-g', '--release', '11', '-d', classes, `@${join(folder, 'files')}`], { maxBuffer: 2 ** 26 });
  const members: ZipMember[] = [];
  for (const jar of jars) members.push({ name: `lib/library-${jar}.jar`, content: await jarOf(classes, `lib/m${jar}`) });
  members.push({ name: 'Load/load_0_1.jar', content: await jarOf(classes, 'bench/load_0_1') });
  members.push({ name: 'Load/bench/load_0_1/contexts/Default.properties', content: 'run=\npipe=\n' });
  members.push({ name: 'Load/Load_run.sh', content: scriptOf(jars), executable: true });
  return async (java) => {
    const zip = join(folder, `job-${java}.zip`);
    const info = `job=Load\njobVersion=0.1\ncontextName=Default\ncompliance=${java}\n`;
    await writeZip(zip, [{ name: 'jobInfo.properties', content: info }, ...members]);
    const unpacked = join(folder, `by-hand-${java}`);
    for (const member of members) {
      const path = join(unpacked, member.name);
      await mkdir(join(path, '..'), { recursive: true });
      if ('content' in member) await writeFile(path, member.content);
    }
    return { zip, unpacked };
  };
}

async function jarOf(classes: string, folder: string): Promise<Buffer> {
  const names = await readdir(join(classes, folder));
  const jar = join(classes, `${folder.replaceAll('/', '-')}.jar`);
  await writeZip(
    jar,
    names.toSorted().map((name) => ({ name: join(folder, name), path: join(classes, folder, name) })),
  );
  return readFile(jar);
}

/** The launcher that Studio 8 writes, with the class path of the jars. */
const scriptOf = (jars: readonly string[]): string =>
  `#!/bin/sh\ncd \`dirname $0\`\nROOT_PATH=\`pwd\`\njava -Xms256M -Xmx1024M -cp .:$ROOT_PATH:${jars
    .map((jar) => `$ROOT_PATH/../lib/library-${jar}.jar`)
    .join(':')}:$ROOT_PATH/load_0_1.jar: bench.load_0_1.Load "$@"\n`;

const partSource = (jar: string, name: string): string => `package lib.m${jar};
public class C${name} ${name === '00' ? '' : 'extends C00 '}implements Part {
  static final java.util.Map<String, Integer> KNOWN = new java.util.HashMap<>();
  private final java.util.List<String> names = new java.util.ArrayList<>();
  private int count;
  private long total;
  private String text = "part ${jar}.${name}";
${Array.from({ length: METHODS }, (_, method) => methodSource(name, method)).join('\n')}
  public int use(int value) { return step0(value) + step5(value); }
}`;

const methodSource = (name: string, method: number): string => `  public int step${method}(int value) {
    int sum = value * ${method + 3} + count;
    for (int at = 0; at < value % 5; at++) { sum += at ^ ${method * 31 + 7}; if (sum > 100000) sum -= text.length(); names.add("step ${method} of ${name}"); }
    switch (sum % 4) { case 0: total += sum; break; case 1: count++; break; case 2: KNOWN.put("key ${method}", sum); break; default: text = text.trim(); }
    try { if (value < 0) throw new IllegalStateException("step ${method} got " + value); }
    catch (IllegalStateException wrong) { names.add(wrong.getMessage()); }
    return sum;
  }`;

const librarySource = (jar: string, used: readonly string[]): string => `package lib.m${jar};
public final class Library {
  public static int open(int value) {
    Part[] parts = { ${used.map((name) => `new C${name}()`).join(', ')} };
    int sum = 0;
    for (Part part : parts) sum += part.use(value);
    java.util.function.IntUnaryOperator more = one -> one + value;
    return more.applyAsInt(sum);
  }
}`;

/** Like a job of Studio: reads its parameters, a configuration in XML and the drivers, opens its libraries, and logs the first line, with its time. */
const jobSource = (jars: readonly string[]): string => `package bench.load_0_1;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
public class Load {
  public static void main(String[] args) throws Exception {
    Map<String, String> context = new HashMap<>();
    for (int at = 0; at < args.length; at++) {
      if (args[at].equals("--context_param") && at + 1 < args.length) put(context, args[at + 1]);
      if (args[at].startsWith("--context_file="))
        for (String line : Files.readAllLines(Paths.get(new String(Base64.getDecoder().decode(args[at].substring(15))))))
          if (line.startsWith("--context_param ")) put(context, line.substring(16));
    }
    byte[] configuration = "<Configuration><Root level='info'/></Configuration>".getBytes(StandardCharsets.UTF_8);
    javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new java.io.ByteArrayInputStream(configuration));
    Collections.list(java.sql.DriverManager.getDrivers());
    int sum = 0;
${jars.map((jar) => `    sum += lib.m${jar}.Library.open(args.length);`).join('\n')}
    java.time.Instant now = java.time.Instant.now();
    System.out.println(java.time.LocalDateTime.now() + " started " + sum);
    System.out.flush();
    String line = context.get("run") + " " + now.getEpochSecond() + "." + String.format("%06d", now.getNano() / 1000) + "\\n";
    Files.write(Paths.get(context.get("pipe")), line.getBytes(StandardCharsets.UTF_8), StandardOpenOption.WRITE);
    System.exit(0);
  }
  static void put(Map<String, String> context, String pair) {
    int at = pair.indexOf('=');
    if (at > 0) context.put(pair.substring(0, at), pair.substring(at + 1));
  }
}`;

const BY_HAND = 'sh Load_run.sh by hand';
const MADE = 'Made a class data archive';
const JAVAS = new Set([17, 25]);
const RUN_MILLISECONDS = 60_000;
/** Between two starts, so that the processes and files of a run are gone. */
const PAUSE_MILLISECONDS = 300;
const SIZE = { jars: 60, classes: 30, used: 20 };
const SMALL = { jars: 3, classes: 3, used: 2 };

await bench('P17', 'from the start of a job with 60 jars to its first log line', async (stage) => {
  await run('javac', ['-version']).catch(() => {
    throw new Error('P17 needs a JDK whose javac is on the PATH.');
  });
  const found = (await findJavas(process.env)).filter(({ version }) => JAVAS.has(version));
  const server = await startDatabaseServer(stage);
  const pipe = makePipe(join(stage.folder, 'moments'));
  const pack = await jobOfJars(join(stage.folder, 'job'), stage.smoke ? SMALL : SIZE);
  const count = stage.smoke ? 2 : stage.quick ? 5 : 11;
  return Promise.all(found.map(async (java) => comparisonFor(server, { java, pipe, count, ...(await pack(java.version)) })));
});

type Work = { java: Java; pipe: string; count: number; zip: string; unpacked: string };

function comparisonFor(server: DatabaseServer, work: Work): Comparison {
  return {
    title: `Java ${work.java.version}, ${work.count} starts from the third run on: median`,
    unit: 'ms',
    better: 'less',
    contestants: [millrace(server, work), byHand(work)],
    target: { text: '0.75 of the start by hand', reached: (median) => median(ours.name) <= 0.75 * median(BY_HAND) },
    notes: [
      `The job: ${SIZE.jars} jars with ${SIZE.classes} classes each, generated and compiled by the bench. It loads ${SIZE.used} of each, an XML parser and java.sql, 2,500 classes with those of Java itself: as many as a program that logs with log4j 2, opens a connection to PostgreSQL and reads XML by dom4j. It then logs its first line, and writes the time of that line into a pipe.`,
      'Millrace: POST /processing/executions over HTTP, the real engine, from the call on. The first two runs are not counted: after the first one, the engine makes the class data archive in the background. Each start waits until the execution before it is finished.',
      'By hand: the same script in the same files, unpacked before, from the spawn of `sh` on, with the same Java first in PATH. Here too, the first two runs are not counted.',
    ],
  };
}

function millrace(server: DatabaseServer, { java, pipe, count, zip }: Work): Contestant {
  let running: Millrace;
  let pool: Pool;
  let client: Client;
  let task = '';
  const measure = async (times: number): Promise<number[]> =>
    eachMeasured(
      pipe,
      times,
      (parameters) => startExecution(pool, running.token, task, { parameters }),
      () => untilAllFinished(client, RUN_MILLISECONDS),
    );
  return {
    name: ours.name,
    start: async (turn) => {
      const settings = { [`MILLRACE_JAVA_${java.version}`]: java.home };
      running = await startMillrace(turn, await server.create('millrace', turn), { capacity: 2 }, { settings });
      [task = ''] = await addBundleTasks(running, zip, 1);
      pool = openPool(running.url, turn);
      client = await connectTo(running.databaseUrl, turn);
      await measure(1);
      for (const deadline = performance.now() + RUN_MILLISECONDS; !(await hasArchive(running.home)); await wait(100))
        if (performance.now() > deadline) throw new Error('The engine made no class data archive');
      await measure(1);
    },
    run: async () => percentile(await measure(count), 0.5),
  };
}

function byHand({ java, pipe, count, unpacked }: Work): Contestant {
  const environment = { ...process.env, PATH: [join(java.home, 'bin'), process.env['PATH']].join(delimiter) };
  const measure = async (times: number): Promise<number[]> => {
    let ended: Promise<unknown> = Promise.resolve();
    const start = (given: Start): Promise<void> => {
      const words = Object.entries(given).flatMap(([name, value]) => ['--context_param', `${name}=${value}`]);
      const child = spawn('sh', ['Load_run.sh', ...words], {
        cwd: join(unpacked, 'Load'),
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [child.stdout, child.stderr]) stream.resume();
      ended = once(child, 'close');
      return Promise.resolve();
    };
    return eachMeasured(pipe, times, start, () => ended);
  };
  return {
    name: BY_HAND,
    start: () => measure(2),
    run: async () => percentile(await measure(count), 0.5),
  };
}

/** Measures starts one after the other; waits after each until its run has ended. Returns the milliseconds of each. */
async function eachMeasured(
  pipe: string,
  times: number,
  trigger: (start: Start) => Promise<unknown>,
  ended: () => Promise<unknown>,
): Promise<number[]> {
  const measured: number[] = [];
  for (let index = 0; index < times; index += 1) {
    measured.push(...(await measureStarts({ pipe, count: 1 }, trigger)));
    await ended();
    await wait(PAUSE_MILLISECONDS);
  }
  return measured;
}

/** Whether the engine has made the class data archive, by its log. */
async function hasArchive(home: string): Promise<boolean> {
  return (await readFile(join(home, 'logs', 'engine.log'), 'utf8').catch(() => '')).includes(MADE);
}
