import { once } from 'node:events';
import { createServer } from 'node:net';

import { LaunchError } from './errors.mjs';

const DEFAULT_PORT = 8600;

/**
 * Refuses a start whose ports are taken, before anything is downloaded or written. Values that make no sense are left to the server, which names them.
 * What is free now may be taken later: the server looks again.
 */
export async function checkPorts(environment) {
  const port = Number(environment.MILLRACE_PORT || DEFAULT_PORT);
  const watch = environment.MILLRACE_METRICS_PORT || (port === 0 ? '0' : String((port % 65_535) + 1));
  if (environment.MILLRACE_ROLE !== 'worker') await checkPort(environment.MILLRACE_HOST || '127.0.0.1', port, 'MILLRACE_PORT');
  if (watch !== 'none') await checkPort(environment.MILLRACE_METRICS_HOST || '127.0.0.1', Number(watch), 'MILLRACE_METRICS_PORT');
}

async function checkPort(host, port, setting) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return;
    throw new LaunchError(
      `Port ${port} on ${host} is in use, perhaps by a Millrace that runs already: stop the program that uses it, or set ${setting} to another port.`,
    );
  } finally {
    server.close();
  }
}
