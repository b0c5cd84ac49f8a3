import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Schema } from '@millrace/contract';
import { connect } from '../../connect.ts';
import type { GlobalOptions } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { localCommand, serverCommand } from '../../command-builders.ts';
import type { Output } from '../../output.ts';
import { profileOf, readStoredSession, type StoredSession, storedSessionPath, storeSession } from '../../session-files.ts';
import { requireToken, endStoredSession, isExposed, readTokenFile, sessionOfTokens, toBaseUrl } from '../../session.ts';
import { readStdin, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { signInByBrowser, signInByDevice } from './sign-in.ts';

type LoginOptions = GlobalOptions & { browser?: boolean; device?: boolean; token?: boolean };
type SignIn = (url: string, shell: Shell, output: Output) => Promise<Schema<'OauthTokens'>>;

/** `millrace login`: signs in, and stores the tokens for later commands. */
const startSession = localCommand('login', {
  description:
    'Sign in to a server and remember it\n\nOn a terminal, a browser opens. With --device, you sign in in a browser on another machine. A personal access token is read from --token-file or stdin, or asked for with --token; a token is never an argument.',
  options: {
    '--browser': { text: 'sign in in a browser of this machine', conflicts: ['device', 'token'] },
    '--device': { text: 'sign in in a browser on another machine, by a code', conflicts: ['token'] },
    '--token': 'ask for a personal access token',
  },
  examples: [
    'millrace login --url https://millrace.example.com',
    'millrace login --url https://millrace.example.com --device',
    'millrace login --url https://millrace.example.com --token-file ~/token',
    'millrace login --profile prod --url https://prod.example.com',
    'pass show millrace | millrace login --url https://millrace.example.com',
  ],
  async run({ command, output, shell }) {
    const options = command.optsWithGlobals<LoginOptions>();
    const profile = await profileOf(options, shell.env);
    const address = options.url ?? (await addressWithoutOption(options, profile, shell.env));
    if (!address) throw new Failure('usage', 'Name the server: `millrace login --url <address>`.');
    const url = toBaseUrl(address);
    if (isExposed(url)) output.note('The address is not https: other computers on the network can read the token.');

    const signIn = signInFor(options, shell);
    const session: StoredSession = signIn
      ? sessionOfTokens(url, await signIn(url, shell, output))
      : { url, token: await readToken(options, shell, url) };
    const { body: me } = await connect(url, session.token, { signal: shell.signal }).call('GET /account/me');
    const path = await storeSession(shell.env, profile, session);
    const tokens = session.refresh ? 'The tokens are' : 'The token is';
    if (output.wantsData) return output.printData(me);
    output.print(`Signed in to ${url} as ${oneLine(me.login)}. ${tokens} stored in ${path}.`);
    if ((await profileOf({}, shell.env)) !== profile) output.note(`To use it in all commands: millrace profile use ${profile}`);
  },
});

/** The address in the variable, unless an option names the profile; otherwise the address of an earlier sign-in. */
async function addressWithoutOption(options: LoginOptions, profile: string, env: Shell['env']): Promise<string | undefined> {
  if (options.profile === undefined && env['MILLRACE_URL']) return env['MILLRACE_URL'];
  return (await readStoredSession(env, profile))?.url;
}

/** Chooses the way to sign in; undefined for a sign-in by a token. Without a terminal the caller is a program, which sends a token. */
function signInFor({ browser, device, token, tokenFile }: LoginOptions, shell: Shell): SignIn | undefined {
  if (device) return signInByDevice;
  if (browser) return signInByBrowser;
  return token || tokenFile !== undefined || !shell.stdin.isTTY ? undefined : signInByBrowser;
}

async function readToken(options: GlobalOptions, shell: Shell, url: string): Promise<string> {
  if (options.tokenFile !== undefined) return readTokenFile(options.tokenFile, shell);
  const text = shell.stdin.isTTY ? await readHidden(`Token for ${url}: `, shell) : await readStdin(shell);
  return requireToken(text.trim());
}

/** Asks for a text on the terminal, without showing it while it is typed. */
async function readHidden(question: string, shell: Shell): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: shell.stdin, output: nowhere, terminal: true });
  shell.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      const interrupted = (): void => reject(new Failure('interrupted', 'Interrupted.'));
      reader.once('line', resolve);
      // In this mode the reader receives Ctrl-C, not the process.
      reader.once('SIGINT', interrupted);
      reader.once('close', interrupted);
    });
  } finally {
    reader.close();
    shell.stderr.write('\n');
  }
}

/** `millrace logout`: removes the stored server and token of a profile, and revokes the tokens of a sign-in in the browser. */
const endSession = localCommand('logout', {
  summary: 'Remove what login stored, and end the sign-in',
  description:
    'Remove the server and tokens that login stored\n\nThe tokens of a sign-in in the browser or by a code are revoked. A personal access token stays valid.',
  examples: ['millrace logout', 'millrace logout --profile prod'],
  async run({ command, output, shell }) {
    const profile = await profileOf(command.optsWithGlobals<GlobalOptions>(), shell.env);
    await endProfile(profile, output, shell);
  },
});

/** Ends the sign-in of a profile, and says what was removed. */
export async function endProfile(profile: string, output: Output, shell: Shell): Promise<void> {
  const path = storedSessionPath(shell.env, profile);
  const removed = await endStoredSession(profile, shell);
  if (removed === undefined) output.note('There is no stored session to remove.');
  else if (removed !== 'damaged' && removed.refresh) output.note(`Signed out of ${removed.url}, and removed ${path}.`);
  else output.note(`Removed ${path}. The token stays valid until it is revoked.`);
}

/** `millrace whoami`: shows the signed-in account and the server. */
const getMe = serverCommand('whoami', {
  description: 'Show the signed-in account, the server and the permissions',
  examples: ['millrace whoami', 'millrace whoami --json'],
  async run({ client, output, url }) {
    const { body: me } = await client.call('GET /account/me');
    if (output.wantsData) return output.printData(me);
    return output.printProperties([
      ['Login', me.login],
      ['Name', me.name],
      ['Kind', me.type === 'SERVICE_ACCOUNT' ? 'service account' : 'user'],
      ['Server', url],
      ['Roles', me.roles?.map((role) => role.name).join(', ')],
      ['Permissions', me.permissions.join(', ')],
    ]);
  },
});

/** `millrace login`, `logout` and `whoami`. */
export const sessionCommands = [startSession, endSession, getMe];
