import { ApiError, createClient, UnreachableError, type Client } from '@millrace/contract/client';
import type { Command } from 'commander';

import { Failure } from './failure.ts';
import { createOutput, type Output } from './output.ts';
import { findSession, MissingToken, type Session, type SessionOptions } from './session.ts';
import { orInterruption, type Shell } from './shell.ts';
import { version } from './version.ts';

/** Options that every command takes. */
export type GlobalOptions = SessionOptions & { json?: boolean };

/** The client, the output and the process environment of a command. */
export type Context = { client: Client; url: string; output: Output; shell: Shell };

/** Prepares a command that calls the server. */
export async function openContext(command: Command, shell: Shell): Promise<Context> {
  const { url, token } = await openSession(command.optsWithGlobals<GlobalOptions>(), shell);
  return { client: connect(url, token, shell.signal), url, output: openOutput(command, shell), shell };
}

/** Finds the session. Without a token it still calls the server, so that a server that cannot be reached is not reported as a missing login. */
async function openSession(options: GlobalOptions, shell: Shell): Promise<Session> {
  try {
    return await findSession(options, shell);
  } catch (error) {
    if (error instanceof MissingToken) {
      await connect(error.url, '', shell.signal)
        .call('GET /account/me')
        .catch((answer: unknown) => {
          if (!(answer instanceof ApiError)) throw answer;
        });
    }
    throw error;
  }
}

/** Prepares the output of a command that calls no server. */
export function openOutput(command: Command, shell: Shell): Output {
  return createOutput(shell, command.optsWithGlobals<GlobalOptions>().json === true);
}

/** Creates the client of a command: Ctrl-C ends its calls, and an answer that is not of the Millrace API is reported as that. */
export function connect(url: string, token: string, signal: AbortSignal): Client {
  const client = createClient({ baseUrl: url, token, userAgent: `millrace-cli/${version}` });
  return {
    call: (route, input) => settle(client.call(route, { ...input, signal } as typeof input), url, signal),
    download: (route, input) => settle(client.download(route, { ...input, signal } as typeof input), url, signal),
  };
}

async function settle<T>(call: Promise<T>, url: string, signal: AbortSignal): Promise<T> {
  try {
    return await orInterruption(call, signal);
  } catch (error) {
    if (error instanceof Failure || error instanceof ApiError || error instanceof UnreachableError) throw error;
    if (error instanceof SyntaxError) throw new Failure('refused', `${url} answers, but not as a Millrace server. Check the address.`);
    // The connection broke in the middle of an answer.
    throw new UnreachableError(url, error);
  }
}
