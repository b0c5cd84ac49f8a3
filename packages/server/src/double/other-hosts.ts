import { isLoopback } from '../core/base/addresses.ts';
import { StartError } from '../core/base/start-error.ts';

/** Refuses an address that other machines reach: the operations below `/double` need no credential. */
export function refuseOtherHosts(host: string): void {
  if (host !== 'localhost' && !isLoopback(host))
    throw new StartError(
      `MILLRACE_HOST is '${host}', and the double lets every caller change it: unset MILLRACE_HOST, or set it to 127.0.0.1.`,
    );
}
