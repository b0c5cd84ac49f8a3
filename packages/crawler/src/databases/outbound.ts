/**
 * Connects to the servers that connections name, by the outbound rules of the engine. A name is resolved once, and the connection uses an address that
 * was checked, so that a name that changes its address meanwhile reaches nothing else. A closed address gets no packet.
 */
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { CLOSED_KINDS, OpenAddresses, type ClosedKind, type OutboundRules } from '@millrace/wire/outbound-rules';
import { CONNECT_MILLISECONDS, openingError } from './database.ts';
import { requireServer } from '../connection-target.ts';
import { ConnectionFault } from '../faults.ts';

/** The rules of an engine without MILLRACE_ENGINE_OUTBOUND_ALLOW: databases usually have addresses of private networks. */
export const DEFAULT_RULES: OutboundRules = { private: true, loopback: false, ranges: [] };

/** A server to which the rules of the engine allow no connection. The message names neither the server nor its address. */
export class ServerClosed extends ConnectionFault {
  constructor(kind: ClosedKind) {
    const { name, opener } = CLOSED_KINDS[kind];
    super(
      `The engine does not connect to ${name}: whoever owns the engine opens them by ${opener} in its setting MILLRACE_ENGINE_OUTBOUND_ALLOW`,
    );
  }
}

/** Opens connections by one set of rules. Tests replace the resolution of names. */
export class EngineOutbound {
  readonly #open: OpenAddresses;
  readonly #lookUp: (name: string) => Promise<{ address: string }[]>;

  constructor(rules: OutboundRules, lookUp = (name: string): Promise<{ address: string }[]> => lookup(name, { all: true })) {
    this.#open = new OpenAddresses(rules);
    this.#lookUp = lookUp;
  }

  /**
   * Checks a server to which a driver connects by itself: each of its addresses must be open. Throws a `ConnectionFault`, which is a `ServerClosed` where
   * the rules forbid it.
   */
  async requireOpen(host: string): Promise<void> {
    const { closed } = await this.#addressesOf(host);
    if (closed !== undefined) throw new ServerClosed(closed);
  }

  /**
   * Opens a TCP connection to a checked address. Throws a `ConnectionFault`, which is a `ServerClosed` where the rules forbid it.
   * @rule crawlers.run.outbound
   */
  async connect({ host, port }: { host: string; port: number }): Promise<Socket> {
    const { open: addresses, closed } = await this.#addressesOf(host);
    if (addresses.length === 0 && closed !== undefined) throw new ServerClosed(closed);
    const answerWithThem: LookupFunction = (_name, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    const options = { port, autoSelectFamily: true, noDelay: true, keepAlive: true };
    const [first = host] = addresses;
    const socket = connect(addresses.length === 1 ? { ...options, host: first } : { ...options, host, lookup: answerWithThem });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => socket.destroy(new Error(SILENT)), CONNECT_MILLISECONDS);
    socket.once('connect', resolve).once('error', reject);
    try {
      await promise;
      socket.off('error', reject);
      return socket;
    } catch (cause) {
      socket.destroy();
      throw openingError(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  async #addressesOf(host: string): Promise<{ open: string[]; closed: ClosedKind | undefined }> {
    requireServer(host);
    return this.#open.among(isIP(host) === 0 ? await this.#resolve(host) : [host]);
  }

  async #resolve(name: string): Promise<string[]> {
    try {
      const found = await this.#lookUp(name);
      if (found.length === 0) throw new Error('The name of the server has no address');
      return found.map(({ address }) => address);
    } catch (cause) {
      throw openingError(cause);
    }
  }
}

const SILENT = 'The server did not answer in time: check address and port, the network and its firewalls';
