/** Generates and compiles a job archive in the form of Studio that loads many classes from many jars. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeZip, type ZipMember } from '../examples/pack.ts';

/** Its jars, the classes in each, and how many of them the job loads. */
export type Size = { jars: number; classes: number; used: number };

const run = promisify(execFile);
const METHODS = 12;
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index).padStart(2, '0'));

/** Compiles the job once, and returns a function that packs its archive for one Java: the zip, and the folder with the same files for a start by hand. */
export async function jobOfJars(folder: string, size: Size): Promise<(java: number) => Promise<{ zip: string; unpacked: string }>> {
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
