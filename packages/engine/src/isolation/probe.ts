import { readlink, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../own-log.ts';
import { giveWork, makeRunFolder, runFolder } from '../run-folder.ts';
import type { Spawner } from '../spawner.ts';
import type { Isolation } from './boundary.ts';

/**
 * What a task must not be able to do, and what it needs. Each line of output is something that is wrong. In another namespace of processes the number of
 * the engine means another process.
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

/** Starts a small task and finds out whether the isolation holds; answers what is wrong. */
export async function probeIsolation(isolation: Isolation, engine: { folder: string; spawner: Spawner }): Promise<string | undefined> {
  const secret = join(engine.folder, `probe-${crypto.randomUUID()}`);
  const run = runFolder(isolation.runs, `probe-${crypto.randomUUID()}`, 0);
  const boundary = isolation.open(run);
  try {
    await writeFile(secret, '', { mode: 0o600, flag: 'wx' });
    await makeRunFolder(run);
    await giveWork(run, boundary.user);
    const processes = await readlink('/proc/self/ns/pid');
    const words = ['-c', SCRIPT, 'probe', secret, String(process.pid), isolation.node, run.work, processes];
    const command = boundary.wrap({ command: '/bin/sh', arguments: words, folder: run.work, variables: {}, notes: [] });
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
    const said = output.trim().replaceAll('\n', '; ');
    if (said !== '') return said;
    return code === 0 ? undefined : `its first program ended with ${signal ?? `exit code ${code}`}`;
  } catch (error) {
    return messageOf(error);
  } finally {
    boundary.close();
    await rm(secret, { force: true });
    await rm(run.path, { recursive: true, force: true });
  }
}
