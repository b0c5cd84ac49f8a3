#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { arm, readFault } from '@millrace/contract/fault-points';
import { startAgent } from './agent.ts';
import { readCredential, storeCredential } from './credential.ts';
import { jsonLog, messageOf } from './own-log.ts';
import { listenToParent, type Parent } from './parent.ts';
import { pair } from './protocol.ts';

export { type Agent, type AgentEnd, type AgentOptions, startAgent } from './agent.ts';

const USAGE = `millrace-engine: runs tasks next to the data

  millrace-engine pair --url URL --folder FOLDER [--key KEY | --key-file FILE]
  millrace-engine run --folder FOLDER [--url URL] [--capacity N] [--with-parent]

The pairing key can also stand in MILLRACE_ENGINE_KEY: then no other user of the machine sees it.
`;

const OPTIONS = {
  url: { type: 'string' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  folder: { type: 'string' },
  capacity: { type: 'string' },
  'with-parent': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

class UsageError extends Error {}

const log = jsonLog(process.stdout);

async function main(words: string[]): Promise<number> {
  const { values, positionals } = parsedArguments(words);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (positionals.length !== 1 || !values.folder)
    throw new UsageError(values.folder ? 'Say what to do: pair or run' : 'Say where the engine keeps its files: --folder');
  const folder = resolve(values.folder);
  if (positionals[0] === 'pair') return pairEngine(folder, values);
  if (positionals[0] === 'run') return runEngine(folder, values);
  throw new UsageError(`There is no command ${JSON.stringify(positionals[0])}`);
}

async function pairEngine(folder: string, flags: Flags): Promise<number> {
  if (!flags.url) throw new UsageError('Say where the control plane is: --url');
  const fromFile = flags['key-file'] === undefined ? undefined : (await readFile(flags['key-file'], 'utf8')).trim();
  const key = flags.key ?? fromFile ?? process.env['MILLRACE_ENGINE_KEY'];
  if (!key) throw new UsageError('Give the pairing key: --key-file, MILLRACE_ENGINE_KEY or --key');
  // A key works once, so a folder that could not take the credential is found out before the key is spent.
  const present = await readCredential(folder);
  if (present) throw new Error(`The folder ${folder} already holds the credential of the engine ${present.name}: choose another --folder`);
  const paired = await pair(flags.url, key);
  await storeCredential(folder, { ...paired, url: flags.url });
  log('info', 'The engine is paired', { engine: paired.engineId, name: paired.name, folder });
  return 0;
}

async function runEngine(folder: string, flags: Flags): Promise<number> {
  arm(readFault(process.env));
  const parent = flags['with-parent'] ? listenToParent() : undefined;
  const told = await (parent ? parent.handover : readCredential(folder));
  if (!told) throw new Error(`The folder ${folder} holds no credential: pair the engine first (millrace-engine pair)`);
  const capacity = flags.capacity === undefined ? toldCapacity(told) : Number(flags.capacity);
  if (!Number.isInteger(capacity) || capacity < 1) throw new UsageError('--capacity must be a whole number from 1 on');
  const agent = await startAgent({
    url: flags.url ?? told.url,
    credential: told.credential,
    folder,
    capacity,
    log,
    ...(told.name !== undefined && { name: told.name }),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void agent.stop());
  watch(parent, agent.orphan);
  return (await agent.done) === 'deleted' ? 3 : 0;
}

function watch(parent: Parent | undefined, gone: () => void): void {
  void parent?.gone.then(gone);
}

function toldCapacity(told: object): number {
  return 'capacity' in told && typeof told.capacity === 'number' ? told.capacity : 4;
}

function parsedArguments(words: string[]): { values: Flags; positionals: string[] } {
  try {
    return parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    log('error', messageOf(error));
    if (error instanceof UsageError) process.stderr.write(USAGE);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
  // Connections that are kept open for reuse would delay the end.
  process.exit();
}
