import type { Command } from 'commander';

import { Failure } from '../../failure.ts';
import { readTokenFile } from '../../session.ts';
import type { Shell } from '../../shell.ts';

/** The options that name the address of a repository. */
export type AddressOptions = { address?: string; addressFile?: string };

/** Adds the options. */
export const withAddress = (command: Command): Command =>
  command
    .option('--address <address>', 'address of the repository, without a password')
    .option('--address-file <file>', 'file with the address, - for stdin; the place for one with a password');

/** Reads the address; undefined if no option names one. */
export async function readAddress({ address, addressFile }: AddressOptions, shell: Shell): Promise<string | undefined> {
  if (address !== undefined && addressFile !== undefined) throw new Failure('usage', 'Give either --address or --address-file.');
  return addressFile === undefined ? address : readTokenFile(addressFile, shell);
}
