import type { Command } from 'commander';

import { connect, openOutput, type GlobalOptions } from '../../context.ts';
import { examples } from '../../examples.ts';
import { Failure } from '../../failure.ts';
import { oneLine } from '../../text.ts';
import { storeSession } from '../../session-files.ts';
import { checkToken, isExposed, readTokenFile, toBaseUrl } from '../../session.ts';
import { readStdin, type Shell } from '../../shell.ts';
import { readHidden } from './read-hidden.ts';

/** `millrace login`: checks a token and stores it for later commands. */
export function startSession(parent: Command, shell: Shell): void {
  parent
    .command('login')
    .summary('Sign in to a server and remember it')
    .description(
      'Sign in to a server and remember it\n\nThe command asks for the token, or reads it from --token-file or stdin; a token is never an argument.',
    )
    .addHelpText(
      'after',
      examples(
        'millrace login --url https://millrace.example.com',
        'millrace login --url https://millrace.example.com --token-file ~/token',
        'pass show millrace | millrace login --url https://millrace.example.com',
      ),
    )
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>();
      const output = openOutput(command, shell);
      const address = options.url ?? shell.env['MILLRACE_URL'];
      if (!address) throw new Failure('usage', 'Name the server: `millrace login --url <address>`.');
      const url = toBaseUrl(address);
      if (isExposed(url)) output.note('The address is not https: others on the network can read the token.');

      const token = await readToken(options, shell, url);
      const { body: me } = await connect(url, token, shell.signal).call('GET /account/me');
      const path = await storeSession(shell.env, { url, token });
      if (output.json) output.printJson(me);
      else output.print(`Signed in to ${url} as ${oneLine(me.login)}. The token is kept in ${path}.`);
    });
}

async function readToken(options: GlobalOptions, shell: Shell, url: string): Promise<string> {
  if (options.tokenFile !== undefined) return readTokenFile(options.tokenFile, shell);
  const text = shell.stdin.isTTY ? await readHidden(`Token for ${url}: `, shell) : await readStdin(shell);
  return checkToken(text.trim());
}
