import { readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../program/own-log.ts';
import { giveFolderToUser, makeRunFolder, runFolder } from '../folders/run-folder.ts';
import type { Spawner } from '../processes/spawner.ts';
import type { Isolation } from './boundary.ts';

/**
 * Tests the actions that a task must not be able to perform, and those that it must. Each line of output is a problem. The engine's process id is used
 * only in the engine's own PID namespace, because in another one it means another process.
 */
const SCRIPT = String.raw`
[ -r "$1" ] && echo "tasks could read the files of the engine"
if [ "$(readlink /proc/self/ns/pid)" = "$5" ]; then
  [ -r "/proc/$2/environ" ] && echo "tasks could read the memory of the engine"
  kill -0 "$2" 2>/dev/null && echo "tasks could signal the engine"
fi
[ -x "$3" ] || echo "tasks cannot reach $3"
(: > "$4/probe") 2>/dev/null || echo "tasks cannot write their own folder"
exit 0
`;

/** Starts a small task to test the isolation. Returns the problems as a text for people, or undefined if there are none. */
export async function probeIsolation(isolation: Isolation, engine: { folder: string; spawner: Spawner }): Promise<string | undefined> {
  const secret = join(engine.folder, `probe-${crypto.randomUUID()}`);
  const run = runFolder(isolation.runs, `probe-${crypto.randomUUID()}`, 0);
  const boundary = isolation.open(run);
  try {
    await writeFile(secret, '', { mode: 0o600, flag: 'wx' });
    await makeRunFolder(run);
    await giveFolderToUser(run, boundary.user);
    const processes = await readlink('/proc/self/ns/pid');
    const args = ['-c', SCRIPT, 'probe', secret, String(process.pid), isolation.node, run.work, processes];
    const command = boundary.wrap({ command: '/bin/sh', arguments: args, folder: run.work, variables: {}, notes: [] });
    let output = '';
    const started = await engine.spawner.start({
      command: command.command,
      arguments: command.arguments,
      folder: command.folder,
      environment: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
      ...(boundary.user !== undefined && { user: boundary.user }),
      onOutput: (_type, bytes) => void (output += Buffer.from(bytes).toString()),
    });
    const { code, signal } = await started.exited;
    await started.closed;
    await started.end();
    await boundary.clear(started.pid);
    const problems = output.trim().replaceAll('\n', '; ');
    if (problems !== '') return problems;
    return code === 0 ? undefined : `its first program ended with ${signal ?? `exit code ${code}`}`;
  } catch (error) {
    return messageOf(error);
  } finally {
    boundary.close();
    await rm(secret, { force: true });
    await rm(run.path, { recursive: true, force: true });
  }
}
