import { readFile } from 'node:fs/promises';
import { ApiError } from '@millrace/contract/client';
import { addressesIn } from '../control-plane/addresses.ts';
import { readCredential, removeCredential, storeCredential } from '../control-plane/credential.ts';
import { pair, revokeCredential } from '../control-plane/protocol.ts';
import { messageOf, type OwnLog } from '../program/own-log.ts';
import { UsageError } from '../program/usage-error.ts';
import { programsOf } from '../runs/earlier-processes.ts';
import { type CommandInput, folderOf } from '../settings.ts';

/** `millrace-engine pair`: exchanges a pairing key for a credential, and stores it. Throws if the folder has one already: a key works only once. */
export async function pairCommand(input: CommandInput, log: OwnLog): Promise<number> {
  const [, address = input.flags.url, ...more] = input.positionals;
  if (input.flags.key !== undefined || more.length > 0) {
    throw new UsageError(
      'A key on the command line can be read by every user of the machine: pipe it in, name its file with --key-file, or set MILLRACE_ENGINE_KEY',
    );
  }
  if (!address) throw new UsageError('Name the address of the control plane: millrace-engine pair https://…');
  const url = addressesIn(address).map(urlOf).join(',');
  const folder = folderOf(input);
  // Check the folder first: a key works only once.
  const present = await readCredential(folder);
  if (present) throw new Error(`The folder ${folder} already holds the credential of the engine ${present.name}: choose another --folder`);
  const key = await keyOf(input);
  if (!key) throw new UsageError('Give the pairing key: on standard input, in MILLRACE_ENGINE_KEY, or in a file with --key-file');
  const paired = await pair(url, key);
  await storeCredential(folder, { ...paired, url });
  log('info', 'The engine is paired', { engine: paired.engineId, name: paired.name, folder, until: paired.credentialExpiresAt });
  return 0;
}

function urlOf(address: string): string {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.search) return address;
  throw new UsageError(`${JSON.stringify(address)} is not the address of a control plane: name one such as https://millrace.example.com`);
}

async function keyOf({ flags, environment }: CommandInput): Promise<string> {
  if (flags['key-file'] !== undefined) return (await readFile(flags['key-file'], 'utf8')).trim();
  const key = environment['MILLRACE_ENGINE_KEY'];
  if (key) return key.trim();
  return process.stdin.isTTY ? askForKey() : readStandardInput();
}

/** Much longer than any key: nothing more is read from standard input. */
const MOST_CHARACTERS = 10_000;

async function readStandardInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MOST_CHARACTERS) break;
  }
  return text.trim();
}

/** Asks at the terminal, without showing the typed characters. */
function askForKey(): Promise<string> {
  process.stderr.write('Pairing key: ');
  process.stdin.setRawMode(true).setEncoding('utf8').resume();
  return new Promise((resolve) => {
    let text = '';
    process.stdin.on('data', (typed: string) => {
      for (const letter of typed) {
        if (letter === '\r' || letter === '\n' || letter === '\u0003' || letter === '\u0004') {
          process.stdin.setRawMode(false).pause();
          process.stderr.write('\n');
          return resolve(letter === '\u0003' ? '' : text.trim());
        }
        text = letter === '\u007f' ? text.slice(0, -1) : text + letter;
      }
    });
  });
}

/**
 * `millrace-engine unpair`: revokes the credential and removes it from the folder. Refuses while the engine runs. With `--force` it removes a credential
 * that could not be revoked.
 */
export async function unpairCommand(input: CommandInput, log: OwnLog): Promise<number> {
  const folder = folderOf(input);
  const stored = await readCredential(folder);
  if (!stored) throw new Error(`The folder ${folder} holds no credential: there is nothing to unpair`);
  const running = (await programsOf(folder)).filter((one) => one.alive).map((one) => one.pid);
  if (running.length > 0) throw new Error(`The engine is running (process ${running.join(', ')}): stop it first, then unpair`);
  try {
    await revokeCredential(stored.url, stored.credential);
  } catch (error) {
    const isUnknown = error instanceof ApiError && error.status === 401;
    if (!isUnknown && !input.flags.force) {
      throw new Error(
        `The credential could not be revoked: ${messageOf(error)}. Try again, or use --force to remove it only from this folder`,
        {
          cause: error,
        },
      );
    }
    log('warn', isUnknown ? 'The control plane had already revoked the credential' : 'The credential is not revoked at the control plane', {
      folder,
    });
  }
  await removeCredential(folder);
  log('info', 'The engine is unpaired', { engine: stored.engineId, name: stored.name, folder });
  return 0;
}
