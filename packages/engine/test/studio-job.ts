/** A job that reads its context as the jobs of Talend Studio do, compiled for tests, and archives of it. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './engine.ts';
import { zipOf } from './zips.ts';

const run = promisify(execFile);

/** Older jobs know no parameter file, and do not load the class that knows it. */
const source = (name: string, readsFile: boolean): string => `package demo.${name.toLowerCase()}_0_1;
import java.util.*;
public class ${name} {
  static class Context extends Properties {
    Context(Properties defaults) { super(defaults); }
    void setContextType(String name, String type) {}
  }
  public static void main(String[] args) throws Exception {
    String context = "Default"; String last = ""; Properties given = new Properties();
    for (String arg : args) {
      if (arg.equalsIgnoreCase("--context_param")) { last = arg; continue; }
      String option = last.isEmpty() ? arg : last + " " + arg; last = "";
      if (option.startsWith("--context=")) context = option.substring(10);
      else if (option.startsWith("--context_param")) put(given, option.substring(16).replace("\\\\n", "\\n").replace("\\\\\\\\", "\\\\"));
${
  readsFile
    ? `      else if (option.startsWith("--context_file"))
        for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get(new String(Base64.getDecoder().decode(option.substring(15))))))
          if (line.startsWith("--context_param")) put(given, line.substring(16));`
    : ''
}
    }
    Properties file = new Properties();
    java.io.InputStream in = ${name}.class.getClassLoader().getResourceAsStream("demo/${name.toLowerCase()}_0_1/contexts/" + context + ".properties");
    if (in != null) file.load(in);
    Context all = new Context(file);
    all.putAll(given);
    all.setContextType("who", "id_String");
    all.setContextType("pin", "id_Password");
    for (String name : new TreeSet<>(all.stringPropertyNames())) System.out.println(name + "=" + all.getProperty(name).replace("\\n", "|"));
  }
  static void put(Properties given, String pair) { int at = pair.indexOf('='); if (at > 0) given.put(pair.substring(0, at), pair.substring(at + 1)); }
}`;

/** Whether the machine has a Java compiler. */
export const hasCompiler: boolean = await run('javac', ['-version']).then(
  () => true,
  () => false,
);

const compiled = new Map<string, Promise<Record<string, Buffer>>>();

/** The classes of the job by their paths in its jar. */
export function classesOf(name: string, { readsFile = false } = {}): Promise<Record<string, Buffer>> {
  const key = `${name} ${readsFile}`;
  const classes = compiled.get(key) ?? compile(name, readsFile);
  compiled.set(key, classes);
  return classes;
}

async function compile(name: string, readsFile: boolean): Promise<Record<string, Buffer>> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, `${name}.java`), source(name, readsFile));
  await run('javac', ['--release', '11', '-d', folder, join(folder, `${name}.java`)]);
  const at = join('demo', `${name.toLowerCase()}_0_1`);
  const names = await readdir(join(folder, at));
  return Object.fromEntries(await Promise.all(names.map(async (one) => [join(at, one), await readFile(join(folder, at, one))] as const)));
}

/** The unpacked archive of a job. `files` are further files, and replace others; those without content are left out. */
export async function studioArchive(
  name: string,
  files: Record<string, string | undefined>,
  { readsFile = false, inJar = {} }: { readsFile?: boolean; inJar?: Record<string, string> } = {},
): Promise<{ folder: string; parameterFile: string }> {
  const folder = await temporaryFolder();
  const jar = await zipOf({ ...(await classesOf(name, { readsFile })), ...inJar });
  const all = {
    'jobInfo.properties': `job=${name}\njobVersion=0.1\ncontextName=Default\n`,
    [`${name}/${name.toLowerCase()}_0_1.jar`]: jar,
    ...files,
  };
  for (const [path, content] of Object.entries(all)) {
    if (content === undefined) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return { folder, parameterFile: join(folder, 'context-parameters') };
}

/** What a job archive gets from a machine whose programs are on this PATH. */
export const machineOf = (programs: string, parameterFile: string) => ({
  path: programs,
  parameterFile,
  javas: [],
  home: '/home of the run',
  temporary: '/temporary',
  user: 'millrace-task',
  locale: 'C.UTF-8',
  audit: '/audit',
  lineage: '/lineage',
});
