import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COMMAND_LINE_CLIENT, COMMAND_LINE_SCOPES, type Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import { connect } from '../../connect.ts';
import { Failure } from '../../failure.ts';
import type { Output } from '../../output.ts';
import { orInterruption, type Shell, sleep } from '../../shell.ts';
import { oneLine } from '../../text.ts';

/** The answer of the sign-in, which the browser sends to the redirect address. */
type RedirectAnswer = { code: string; issuer: string | null };

/** A port of this process to which the browser comes back after the sign-in. */
export type RedirectReceiver = {
  redirectUri: string;
  /** Waits for the browser. Throws a `Failure` if the sign-in was refused, or on Ctrl-C. */
  answer(signal: AbortSignal): Promise<RedirectAnswer>;
  close(): void;
};

const PATH = '/callback';

/** Starts to listen. Requests without the state do not belong to this sign-in, and get the answer 400. */
export async function startReceiver(state: string): Promise<RedirectReceiver> {
  const { promise, resolve, reject } = Promise.withResolvers<RedirectAnswer>();
  // The caller may have given up before the browser comes back.
  promise.catch(() => undefined);
  const server = createServer((request, response) => {
    const address = URL.parse(request.url ?? '', 'http://127.0.0.1');
    if (request.method !== 'GET' || address?.pathname !== PATH) return show(response, 404, 'There is no page at this address.');
    const { searchParams: query } = address;
    if (query.get('state') !== state)
      return show(response, 400, 'This address does not belong to the sign-in that the command line waits for.');
    const code = query.get('code');
    if (code !== null) {
      show(response, 200, 'You can close this window and go back to the command line.');
      return resolve({ code, issuer: query.get('iss') });
    }
    show(response, 200, 'The sign-in was refused. You can close this window.');
    return reject(new Failure('refused', refusalIn(query)));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    answer: (signal) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      return orInterruption(promise, signal);
    },
    close: () => {
      server.close();
      server.closeIdleConnections();
    },
  };
}

function refusalIn(query: URLSearchParams): string {
  if (query.get('error') === 'access_denied') return 'The sign-in was refused in the browser.';
  const reason = query.get('error_description') ?? query.get('error_detail') ?? query.get('error') ?? 'no reason';
  return `The server refused the sign-in: ${reason}`;
}

function show(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', connection: 'close' });
  response.end(`${text}\n`);
}

const random = (): string => randomBytes(32).toString('base64url');

/** Signs in in the browser of this machine, which is redirected to a port of this process at the end (RFC 8252), and returns the tokens. */
export async function signInByBrowser(url: string, shell: Shell, output: Output): Promise<Schema<'OauthTokens'>> {
  const client = connect(url, '', { signal: shell.signal });
  const { body: server } = await client.call('GET /.well-known/oauth-authorization-server');
  const state = random();
  const verifier = random();
  const receiver = await startReceiver(state);
  try {
    const parameters = {
      response_type: 'code',
      client_id: COMMAND_LINE_CLIENT,
      redirect_uri: receiver.redirectUri,
      scope: COMMAND_LINE_SCOPES.join(' '),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const address = `${server.authorization_endpoint}?${new URLSearchParams(parameters)}`;
    const opens = openBrowser(address, shell.env);
    output.note(
      `${opens ? 'Sign in in the browser. If none opens, open this address' : 'Open this address in a browser of this machine'}: ${oneLine(address)}`,
    );
    if (!opens) output.note('If this machine has no browser, use `millrace login --device`.');

    const { code, issuer } = await receiver.answer(shell.signal);
    // The answer of another server must not be used with this one (RFC 9207).
    if (issuer !== server.issuer)
      throw new Failure('refused', 'The browser was redirected by another server. Start `millrace login` again.');
    const { body } = await client.call('POST /oauth/token', {
      body: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: receiver.redirectUri,
        client_id: COMMAND_LINE_CLIENT,
        code_verifier: verifier,
      },
    });
    return body;
  } finally {
    receiver.close();
  }
}

/** Opens an address in the browser of this machine. Returns false where no browser can open; true does not prove that one did. */
function openBrowser(address: string, env: Shell['env']): boolean {
  const [program, ...args] = programFor(process.platform, env);
  if (program === undefined) return false;
  // Other users can see the address. It is useful only together with the code verifier, which only this process knows.
  const child = spawn(program, [...args, address], { env, stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return true;
}

function programFor(platform: string, env: Shell['env']): readonly string[] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : [];
}

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
/** Seconds that each `slow_down` adds to the pause between two polls (RFC 8628, section 3.5). */
const SLOWER_SECONDS = 5;

/** Signs in by a code that a person types in a browser on any machine, and returns the tokens. */
export async function signInByDevice(url: string, shell: Shell, output: Output): Promise<Schema<'OauthTokens'>> {
  const client = connect(url, '', { signal: shell.signal });
  const { body: codes } = await client.call('POST /oauth/device_authorization', {
    body: { client_id: COMMAND_LINE_CLIENT, scope: COMMAND_LINE_SCOPES.join(' ') },
  });
  output.note(`Open ${oneLine(codes.verification_uri)} in a browser on any machine, and type the code ${oneLine(codes.user_code)}`);
  output.note(`Or open this address, which contains the code: ${oneLine(codes.verification_uri_complete)}`);

  for (let seconds = codes.interval; ;) {
    await sleep(seconds * 1000, shell.signal);
    try {
      const body = { grant_type: GRANT_TYPE, device_code: codes.device_code, client_id: COMMAND_LINE_CLIENT };
      return (await client.call('POST /oauth/token', { body })).body;
    } catch (error) {
      const code = error instanceof MillraceError ? error.detail : undefined;
      if (code === 'slow_down') seconds += SLOWER_SECONDS;
      else if (code === 'access_denied') throw new Failure('refused', 'The sign-in was refused in the browser.');
      else if (code === 'expired_token') throw new Failure('refused', 'The code has expired. Start `millrace login` again.');
      else if (code !== 'authorization_pending') throw error;
    }
  }
}
