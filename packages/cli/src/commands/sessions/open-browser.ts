import { spawn } from 'node:child_process';

import type { Shell } from '../../shell.ts';

/** Opens an address in the browser of this machine. Returns false where no browser can open; true does not prove that one did. */
export function openBrowser(address: string, env: Shell['env']): boolean {
  const [program, ...args] = programFor(process.platform, env);
  if (program === undefined) return false;
  // Other users can see the address. It is useful only together with the code verifier, which only this process knows.
  const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return true;
}

function programFor(platform: string, env: Shell['env']): readonly string[] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : [];
}
