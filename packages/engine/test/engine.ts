import { rmSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent, AgentOptions } from '../src/agent/options.ts';
import { startAgent } from '../src/agent/agent.ts';
import { fixedCredential } from '../src/control-plane/credential.ts';
import { atEnd, type Scope } from './at-end.ts';
import { ControlPlane } from './control-plane.ts';

const folders: string[] = [];

function removeFolders(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Creates a folder that is removed when the process of the test file ends and no engine writes to it. The users of tasks may list it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-engine-'));
  await chmod(folder, 0o755);
  if (folders.length === 0) process.on('exit', removeFolders);
  folders.push(folder);
  return folder;
}

/** Starts a control plane and an agent that is connected to it; both stop at the end of the test or, for `{ after }`, of the test file. */
export async function engineFor(
  scope: Scope,
  options: Partial<AgentOptions> = {},
  plane = new ControlPlane(),
): Promise<{ plane: ControlPlane; agent: Agent; folder: string; logged: string[] }> {
  if (!plane.isOpen) {
    await plane.open();
    atEnd(scope, () => plane.close());
  }
  const folder = options.folder ?? (await temporaryFolder());
  const logged: string[] = [];
  const agent = await startAgent({
    url: plane.url,
    credentials: fixedCredential(plane.credential),
    folder,
    name: 'engine-of-the-test',
    log: (level, message, facts) => logged.push(JSON.stringify({ level, message, ...facts })),
    heartbeatMilliseconds: 100,
    graceMilliseconds: 300,
    shutdownMilliseconds: 3000,
    waitMilliseconds: 5000,
    ...options,
  });
  atEnd(scope, () => agent.stop());
  return { plane, agent, folder, logged };
}

/** Returns the messages of the lines of one type. */
export function messages(lines: readonly { type: string; message: string }[], type: string): string[] {
  return lines.filter((line) => line.type === type).map((line) => line.message);
}
