/** Opens a port, or throws an error that says what to do. */
import type { FastifyInstance } from 'fastify';
import { StartError } from '../base/start-error.ts';

/** The address and port to listen on, and the name of the setting of the port. */
export type ListenAddress = { host: string; port: number; setting: string };

/** Listens and returns the address. */
export const listen = (app: FastifyInstance, address: ListenAddress): Promise<string> =>
  app
    .listen({ host: address.host, port: address.port })
    .catch((error: NodeJS.ErrnoException) => Promise.reject(listenError(error, address)));

function listenError(error: NodeJS.ErrnoException, { host, port, setting }: ListenAddress): Error {
  if (error.code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is in use: stop the program that uses it, or set ${setting} to another port.`);
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be opened by this user: set ${setting} to a port above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartError(`${host} is not an address of this machine: set ${setting.replace('PORT', 'HOST')} to one that is.`);
  return error;
}
