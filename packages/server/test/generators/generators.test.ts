// run: own process, in test:all because it generates and compiles clients in several languages, which takes minutes
/**
 * Clients that generators make of the served document, if the generators are installed: they compile, and list tasks. Nothing is downloaded. The tools are
 * found by PATH: openapi-generator-cli (with java; "pip install openapi-generator-cli"), mvn, go, oapi-codegen, python3 and openapi-python-client.
 */
import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { endsWell, printedBy, type ClientProgram } from '../oauth/program.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const programs = fileURLToPath(new URL('programs/', import.meta.url));
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const folder = await mkdtemp(join(tmpdir(), 'millrace-generators-'));
after(() => rm(folder, { recursive: true, force: true }));

const HOME = process.env['HOME'] ?? folder;
const OFFLINE_GO = { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOSUMDB: 'off', GOTOOLCHAIN: 'local', HOME };
/** What compilers say of a library that is not on the machine. */
const NO_LIBRARY = /in offline mode|module lookup disabled by GOPROXY=off|No module named/;

/** A client: its generator, what the machine must have beside it, the program that uses it, and the steps from the document to the listed tasks. */
type Client = {
  needs: readonly (readonly [command: string, ...args: string[]])[];
  /** The place of the program among the generated files. */
  program: readonly [name: string, place: string];
  generate: (document: string, output: string) => readonly string[];
  files?: Readonly<Record<string, string>>;
  compile: readonly ClientProgram[];
  run: ClientProgram;
};

const generator = (language: string, properties: string) => (document: string, output: string) =>
  ['openapi-generator-cli', 'generate', '-i', document, '-g', language, '-o', output, '--additional-properties', properties] as const;
const openapiGenerator = ['openapi-generator-cli', 'version'] as const;
const goBuild: ClientProgram = { command: 'go', args: ['build', '-o', 'list-tasks', './list'], environment: OFFLINE_GO };
const SKIPPED_GOALS = ['test', 'javadoc', 'source'].map((goal) => `-Dmaven.${goal}.skip=true`);

const TYPES = ['--ignoreConfig', '--strict', '--target', 'es2022', '--module', 'commonjs', '--skipLibCheck'];

const CLIENTS: Readonly<Record<string, Client>> = {
  'openapi-generator for Java': {
    needs: [openapiGenerator, ['mvn', '-version']],
    program: ['ListTasks.java', 'ListTasks.java'],
    generate: generator('java', 'artifactId=client,artifactVersion=1'),
    compile: [{ command: 'mvn', args: ['-o', '-q', '-B', 'package', ...SKIPPED_GOALS], environment: { HOME } }],
    run: { command: 'java', args: ['-cp', 'target/client-1.jar:target/lib/*', 'ListTasks.java'] },
  },
  'openapi-generator for Go': {
    needs: [openapiGenerator, ['go', 'version']],
    program: ['openapi-generator.go', 'list/main.go'],
    // Without the prefix, constants of two enums have the same name.
    generate: (document, output) => [
      ...generator('go', 'packageName=millrace,enumClassPrefix=true')(document, output),
      '--git-user-id',
      'millrace',
      '--git-repo-id',
      'client',
    ],
    compile: [goBuild],
    run: { command: './list-tasks', args: [] },
  },
  'openapi-generator for TypeScript': {
    needs: [openapiGenerator],
    program: ['list-tasks.cjs', 'compiled/list-tasks.cjs'],
    generate: generator('typescript-fetch', 'npmName=client'),
    compile: [{ command: process.execPath, args: [compiler, ...TYPES, '--outDir', 'compiled/client', 'src/index.ts'] }],
    run: { command: process.execPath, args: ['compiled/list-tasks.cjs'] },
  },
  'openapi-generator for Python': {
    needs: [openapiGenerator, ['python3', '--version']],
    program: ['openapi-generator.py', 'list_tasks.py'],
    generate: generator('python', 'packageName=openapi_client'),
    compile: [{ command: 'python3', args: ['-m', 'compileall', '-q', 'openapi_client'] }],
    run: { command: 'python3', args: ['list_tasks.py'] },
  },
  'oapi-codegen': {
    needs: [
      ['oapi-codegen', '-version'],
      ['go', 'version'],
    ],
    program: ['oapi-codegen.go', 'list/main.go'],
    generate: (document, output) => [
      'oapi-codegen',
      '-generate',
      'types,client',
      '-package',
      'millrace',
      '-o',
      join(output, 'client.gen.go'),
      document,
    ],
    files: { 'go.mod': 'module github.com/millrace/client\n\ngo 1.25.0\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n' },
    compile: [goBuild],
    run: { command: './list-tasks', args: [] },
  },
  'openapi-python-client': {
    needs: [
      ['openapi-python-client', '--version'],
      ['python3', '--version'],
    ],
    program: ['openapi-python-client.py', 'list_tasks.py'],
    generate: (document, output) => [
      'openapi-python-client',
      'generate',
      '--path',
      document,
      '--meta',
      'none',
      '--output-path',
      join(output, 'millrace_client'),
    ],
    compile: [{ command: 'python3', args: ['-m', 'compileall', '-q', 'millrace_client'] }],
    run: { command: 'python3', args: ['list_tasks.py'] },
  },
};

/** Runs a program in a folder; skips the test if the program lacks a library, which only its user may install. */
async function outputOrSkip(t: TestContext, program: ClientProgram): Promise<string | undefined> {
  try {
    return await printedBy(program);
  } catch (error) {
    const { message, stdout = '', stderr = '' } = error as Error & { stdout?: string; stderr?: string };
    const text = [message, stdout, stderr].join('\n');
    if (!NO_LIBRARY.test(text)) throw new Error(text.slice(0, 8000), { cause: error });
    t.skip(`${program.command} lacks a library of the generated client: ${NO_LIBRARY.exec(text)?.[0]}`);
    return undefined;
  }
}

const document = join(folder, 'openapi.json');
await writeFile(document, JSON.stringify((await server.call('GET /openapi.json', { token: undefined })).body));
await server.make.task();
const { body: tasks } = await server.call('GET /orchestration/executables/tasks');
const names = (tasks.items as { name: string }[]).map(({ name }) => name);
const owner = await server.make.administratorToken();

for (const [name, client] of Object.entries(CLIENTS)) {
  const missing = (
    await Promise.all(
      client.needs.map(async ([command, ...args]) => ((await endsWell({ command, args, environment: { HOME } })) ? [] : [command])),
    )
  ).flat();
  const skip = missing.length > 0 && `${missing.join(' and ')} is not on PATH`;
  test(`${name} makes a client that compiles and lists tasks`, { skip }, async (t) => {
    const place = join(folder, name.replaceAll(' ', '-'), 'client');
    await mkdir(place, { recursive: true });
    const [command = '', ...args] = client.generate(document, place);
    await printedBy({ command, args, environment: { HOME }, folder: place });
    for (const [file, text] of Object.entries(client.files ?? {})) await writeFile(join(place, file), text);
    await cp(join(programs, client.program[0]), join(place, client.program[1]), { recursive: true });
    for (const step of client.compile) if ((await outputOrSkip(t, { ...step, folder: place })) === undefined) return;
    const { command: runner, args: words, environment } = client.run;
    const listed = await outputOrSkip(t, {
      command: runner,
      args: [...words, server.url, owner],
      folder: place,
      ...(environment && { environment }),
    });
    if (listed !== undefined) assert.deepEqual(listed.trim().split('\n'), names);
  });
}
