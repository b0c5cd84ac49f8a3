/** A command `millrace` for the shells of tests: a small program for which the process of the test does the work. */
import { once } from 'node:events';
import { mkdtemp, open, readFile, readlink, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after } from 'node:test';
import { runProgram } from '../../../cli/src/program.ts';

/** Creates the command, and returns the path of its program. The command ends with the test file. */
export async function startShellCommand(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-command-'));
  const server = createServer((socket) => {
    // The output of the command is then empty, which fails the test.
    void serve(socket).catch((error: unknown) => socket.destroy(void console.error(error)));
  });
  after(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const program = join(folder, 'millrace');
  // The streams of the caller get further numbers, because bash replaces the first two while it writes to 3 and reads from it.
  const script = `exec 3<>/dev/tcp/127.0.0.1/${port} 4<&0 5>&1 6>&2 && echo $$ >&3 && read -r code <&3\nexit "\${code:-127}"`;
  await writeFile(program, `#!/usr/bin/env bash\n${script}\n`, { mode: 0o755 });
  return program;
}

/** Runs the command with the words, the variables, the folder and the streams of the process that has connected, and sends it the exit code. */
async function serve(socket: Socket): Promise<void> {
  const interruption = new AbortController();
  socket.on('error', () => undefined).once('close', () => interruption.abort());
  const [line] = (await once(socket, 'data')) as [Buffer];
  const caller = `/proc/${line.toString().trim()}`;
  const listOf = async (file: string) => (await readFile(`${caller}/${file}`, 'utf8')).split('\0').slice(0, -1);
  // The first two words are the shell and its script.
  const words = (await listOf('cmdline')).slice(2);
  const variables = (await listOf('environ')).map((variable) => /^([^=]*)=(.*)$/s.exec(variable)?.slice(1) ?? []);
  const [out, err] = [await open(`${caller}/fd/5`, 'a'), await open(`${caller}/fd/6`, 'a')];
  const output = orderedOutput(out, err);
  const code = await runProgram(words, {
    env: Object.fromEntries(variables),
    workingFolder: await readlink(`${caller}/cwd`),
    stdin: Readable.from(inputFrom(`${caller}/fd/4`)),
    stdout: output.stdout,
    stderr: output.stderr,
    signal: interruption.signal,
    exitCode: 0,
  });
  await output.written();
  await Promise.all([out.close(), err.close()]);
  socket.end(`${code}\n`);
}

/** Returns streams for two files, which may be the same pipe: their texts are written in the order in which they were given. */
function orderedOutput(out: FileHandle, err: FileHandle) {
  let last: Promise<unknown> = Promise.resolve();
  const streamTo = (file: FileHandle): Writable =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        last = last.then(() => file.write(chunk));
        // `written` throws the error.
        last.catch(() => undefined);
        done();
      },
    });
  return { stdout: streamTo(out), stderr: streamTo(err), written: () => last };
}

/** Reads a file that is opened only if the command reads its standard input. */
async function* inputFrom(path: string): AsyncGenerator<Buffer> {
  yield* (await open(path)).createReadStream();
}
