import { MillraceError } from '@millrace/client';
import type { Client, ClientOptions } from '@millrace/contract/client';
import type { Command } from 'commander';

import { connect } from './connect.ts';
import { createOutput, type Output, type FormatOptions, type Printer } from './output.ts';
import { findSession, MissingToken, type Session, type SessionOptions } from './session.ts';
import type { Shell } from './shell.ts';

/** Options that every command accepts. */
export type GlobalOptions = SessionOptions & FormatOptions & { printer?: Printer };

/**
 * The client, the output and the process environment of a command. `lastClient` makes a client for calls after Ctrl-C, which have 5 seconds together.
 * `clientWith` returns a client that sends its requests by the given function.
 */
export type Context = {
  client: Client;
  lastClient(): Client;
  clientWith(send: ClientOptions['send']): Client;
  url: string;
  output: Output;
  shell: Shell;
};

const LAST_CALLS_MS = 5000;

/** Prepares a command that calls the server, or throws a `Failure` if it has no session. `login` stores one. */
export async function openContext(command: Command, shell: Shell): Promise<Context> {
  const { url, token } = await openSession(command.optsWithGlobals<GlobalOptions>(), shell);
  return {
    client: connect(url, token, { signal: shell.signal }),
    clientWith: (send) => connect(url, token, { signal: shell.signal, send }),
    lastClient: () => connect(url, token, { signal: AbortSignal.timeout(LAST_CALLS_MS) }),
    url,
    output: openOutput(command, shell),
    shell,
  };
}

/** Finds the session. Without a token it still calls the server, so that a server that cannot be reached is not reported as a missing login. */
async function openSession(options: GlobalOptions, shell: Shell): Promise<Session> {
  try {
    return await findSession(options, shell);
  } catch (error) {
    if (error instanceof MissingToken) {
      await connect(error.url, '', { signal: shell.signal })
        .call('GET /account/me')
        .catch((answer: unknown) => {
          if (!(answer instanceof MillraceError) || answer.status === undefined) throw answer;
        });
    }
    throw error;
  }
}

/** Prepares the output of a command that calls no server. */
export function openOutput(command: Command, shell: Shell): Output {
  return createOutput(shell, command.optsWithGlobals<GlobalOptions>());
}
