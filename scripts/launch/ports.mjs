import { once } from 'node:events';
import { createServer } from 'node:net';

import { LaunchError } from './errors.mjs';

const DEFAULT_PORT = 8600;

/**
 * Throws a LaunchError if the server cannot listen on its ports, before anything is downloaded or written. The server itself reports invalid values,
 * and checks the ports again when it listens.
 */
export async function checkPorts(environment) {
  const port = Number(environment.MILLRACE_PORT || DEFAULT_PORT);
  const metricsPort = environment.MILLRACE_METRICS_PORT || (port === 0 ? '0' : String((port % 65_535) + 1));
  if (environment.MILLRACE_ROLE !== 'worker') await checkPort(environment.MILLRACE_HOST || '127.0.0.1', port, 'MILLRACE_PORT');
  if (metricsPort !== 'none')
    await checkPort(environment.MILLRACE_METRICS_HOST || '127.0.0.1', Number(metricsPort), 'MILLRACE_METRICS_PORT');
}

const noAddress = (host, _port, setting) =>
  `${host} is no address of this machine: set ${setting.replace('PORT', 'HOST')} to one of its addresses, or to 0.0.0.0 for all of them.`;

/** The errors of a port that the user can correct, and what to do. */
const REASONS = {
  EADDRINUSE: (host, port, setting) =>
    `Port ${port} on ${host} is in use, perhaps by another Millrace: stop the program that uses it, or set ${setting} to another port.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
  EACCES: (_host, port, setting) => `This user may not listen on port ${port}: set ${setting} to a port above 1023.`,
};

async function checkPort(host, port, setting) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    const message = REASONS[error.code]?.(host, port, setting);
    if (message !== undefined) throw new LaunchError(message);
  } finally {
    server.close();
  }
}
