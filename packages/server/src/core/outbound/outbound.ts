/**
 * The only way to connect to servers that a caller names: a name is resolved once, each of its addresses is checked against the rules, and the connection
 * uses a checked address. A closed address gets no packet, so that a caller cannot find out whether a server exists there.
 */
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net';
import { Readable } from 'node:stream';
import { connect as connectSecurely, getCACertificates, type SecureContext, type TLSSocket } from 'node:tls';
import { request as requestHttp } from '@millrace/wire/node-http';
import { CLOSED_KINDS, type ClosedKind, namesLocalSocket, OpenAddresses, type OutboundRules } from '@millrace/wire/outbound-rules';
import { isAddress } from '../base/addresses.ts';
import { OUTBOUND_ALLOW } from './settings.ts';

/** A server by its name or address, and its port. */
export type ServerAddress = { host: string; port: number };

/** The options of a request. A redirect is an answer; it is never followed. `authorities` are certificates in PEM beside those that this machine knows. */
type OutboundRequest = {
  method?: string;
  headers?: Record<string, string> | Headers;
  body?: string | Uint8Array;
  authorities?: string | undefined;
  signal?: AbortSignal;
};

/** All addresses of a name; fails where there are none. */
export type LookUp = (name: string) => Promise<readonly { address: string }[]>;

/** A server to which the rules allow no connection. The message names neither the server nor its address. */
export class AddressClosed extends Error {
  readonly code = 'ADDRESS_CLOSED';
  /** `path` for a socket of the file system, which no rule opens. */
  readonly kind: ClosedKind | 'path';

  constructor(kind: ClosedKind | 'path') {
    super(closedAddressMessage(kind, OUTBOUND_ALLOW));
    this.kind = kind;
  }
}

/** The sentence about a closed address; `settings` names those by which an operator can open it. */
export const closedAddressMessage = (kind: AddressClosed['kind'], settings: string): string =>
  kind === 'path'
    ? 'Millrace connects to the name or address of a server, not to a socket in the file system: name a server.'
    : `Millrace does not connect to ${CLOSED_KINDS[kind].name}: an operator opens them by ${CLOSED_KINDS[kind].opener} in ${settings}.`;

/** Resolves a name as other programs of the machine do, including its hosts file. */
export const lookUpBySystem: LookUp = (name) => lookup(name, { all: true });

/** Opens connections by one set of rules. */
export class Outbound {
  readonly #open: OpenAddresses;
  readonly #lookUp: LookUp;

  constructor(rules: OutboundRules, lookUp: LookUp = lookUpBySystem) {
    this.#open = new OpenAddresses(rules);
    this.#lookUp = lookUp;
  }

  /** Opens a TCP connection. The signal ends it at any time. Fails with `AddressClosed`, or as `node:net` and `node:dns` do. */
  async connect({ host, port }: ServerAddress, signal?: AbortSignal): Promise<Socket> {
    const addresses = await this.#openAddresses(host, signal);
    const target: TcpNetConnectOpts =
      addresses.length === 1 ? { host: addresses[0] as string, port } : { host, port, lookup: answerWith(addresses) };
    const socket = connect({ ...target, autoSelectFamily: true, noDelay: true, ...(signal && { signal }) });
    await connected(socket, 'connect');
    return socket;
  }

  /**
   * Sends one HTTP/1.1 request over a new connection, and returns when the headers of the answer have arrived. The name in `url` stays the name in the
   * request and in the certificate. If a caller follows a redirect, that is a new request with the same checks. Throws a `TypeError` for another protocol
   * or a password in the address, and fails as `connect` does.
   */
  async fetch(url: string | URL, init: OutboundRequest = {}): Promise<Response> {
    const target = new URL(url);
    if (!/^https?:$/.test(target.protocol)) throw new TypeError('Only addresses that begin with http:// or https:// can be fetched');
    if (target.username !== '' || target.password !== '') throw new TypeError('An address with a user or a password cannot be fetched');
    const secure = target.protocol === 'https:';
    const host = target.hostname.replaceAll(/^\[|\]$/g, '');
    const port = target.port === '' ? (secure ? 443 : 80) : Number(target.port);
    const socket = await this.connect({ host, port }, init.signal);
    try {
      if (!secure) return await exchange(target, init, socket);
      const ca = init.authorities === undefined ? {} : { ca: authoritiesWith(init.authorities) };
      return await exchange(target, init, await encryptSocket(socket, host, { protocol: 'http/1.1', ...ca }));
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Returns the addresses of a server that are open, at least one. */
  async #openAddresses(host: string, signal: AbortSignal | undefined): Promise<string[]> {
    if (namesLocalSocket(host)) throw new AddressClosed('path');
    const addresses = isIP(host) === 0 ? await this.#addressesOf(host, signal) : [host];
    const { open, closed } = this.#open.among(addresses);
    if (open.length === 0 && closed !== undefined) throw new AddressClosed(closed);
    if (open.length === 0) throw failure('ENOTFOUND', 'The name has no address');
    return open;
  }

  async #addressesOf(name: string, signal: AbortSignal | undefined): Promise<string[]> {
    if (name === '') return [];
    const answers = await unlessAborted(this.#lookUp(name), signal);
    return answers.map(({ address }) => address);
  }
}

/** The certificates of all authorities that this machine knows, and further ones in PEM. */
export const authoritiesWith = (certificates: string): string[] => [...getCACertificates('default'), certificates];

/** The options of encryption: `ca` or `context` replaces the authorities that this machine knows; `onStaple` gets a stapled OCSP response. */
type EncryptOptions = { ca?: string[]; context?: SecureContext; protocol?: string; onStaple?(response: Buffer): void };

/** Encrypts an open connection. Throws if the certificate does not belong to the host, or no known authority has issued it. */
export async function encryptSocket(socket: Socket, host: string, options: EncryptOptions = {}): Promise<TLSSocket> {
  const { ca, context, protocol, onStaple } = options;
  const secure = connectSecurely({
    socket,
    host,
    ...(!isAddress(host) && { servername: host }),
    ...(ca && { ca }),
    ...(context && { secureContext: context }),
    ...(onStaple && { requestOCSP: true }),
    ...(protocol !== undefined && { ALPNProtocols: [protocol] }),
  });
  if (onStaple) secure.once('OCSPResponse', (response) => response && onStaple(response));
  await connected(secure, 'secureConnect');
  return secure;
}

/** Waits until a socket is connected; rejects if it fails or closes before. Its listener of errors stays: a later error must not end the process. */
function connected(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  socket.once('close', () => reject(failure('ECONNRESET', 'The connection was closed')));
  socket.once(event, () => resolve());
  return promise;
}

/** A look-up for `node:net` that returns the resolved addresses. */
const answerWith =
  (addresses: readonly string[]): LookupFunction =>
  (_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

function exchange(url: URL, { method = 'GET', headers, body, signal }: OutboundRequest, socket: Socket): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const sent = new Headers({ accept: '*/*', 'user-agent': 'millrace', ...Object.fromEntries(new Headers(headers)) });
  // Node sets the Host header from the address, whose name was checked.
  sent.delete('host');
  // Node sends no length by default for methods that seldom have a body.
  if (body !== undefined) sent.set('content-length', String(Buffer.byteLength(body)));
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, { method, headers: Object.fromEntries(sent), createConnection: () => socket, ...(signal && { signal }) });
  request.on('error', reject);
  request.once('close', () => reject(failure('ECONNRESET', 'The connection was closed before an answer came')));
  request.once('response', (message) => {
    try {
      resolve(toResponse(message));
    } catch (error) {
      // The status or a header is invalid.
      message.destroy();
      reject(error);
    }
  });
  request.end(body);
  return promise;
}

const WITHOUT_BODY = new Set([204, 205, 304]);

function toResponse(message: IncomingMessage): Response {
  const { statusCode: status = 0, statusMessage: statusText = '', rawHeaders } = message;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  if (!WITHOUT_BODY.has(status)) return new Response(Readable.toWeb(message) as ReadableStream, { status, statusText, headers });
  message.resume();
  return new Response(null, { status, statusText, headers });
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = (): void => reject(signal.reason as Error);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/**
 * Reads the body of an answer, which may be larger than the memory of this process. Throws as soon as it has more than `most` bytes;
 * `sender` names the server in the message.
 */
export async function readBody(response: Response, most: number, sender: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new TypeError(`${sender} answers with more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
