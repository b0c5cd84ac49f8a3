/** The login of a MySQL server, implemented from the protocol: the greeting, encryption, and the check of a native password. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { certificate, certificateKey } from './certificate.ts';

/** The accepted user and database; `encrypts`: whether the server offers TLS. */
export type MysqlPeer = { user: string; password: string; database: string; encrypts: boolean };

const PROTOCOL_41 = 0x0200;
const SSL = 0x0800;
const SECURE_CONNECTION = 0x8000;
const WITH_DATABASE = 0x0008;
const PLUGIN_AUTH = 0x00080000;

const sha1 = (...parts: Buffer[]): Buffer => createHash('sha1').update(Buffer.concat(parts)).digest();

/** Creates a server that checks the user, the password and the database of each login. */
export const createMysqlPeer = (peer: MysqlPeer): Server => createServer((socket) => void greet(socket, peer));

/** Returns the payload of an error. */
export function mysqlError(number: number, message: string): Buffer {
  const code = Buffer.alloc(3, 0xff);
  code.writeUInt16LE(number, 1);
  return Buffer.concat([code, Buffer.from(`#HY000${message}`)]);
}

/** Returns a packet: the payload with a header. */
export function mysqlPacket(sequence: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, payload]);
}

async function greet(plain: Socket, peer: MysqlPeer): Promise<void> {
  plain.on('error', () => undefined);
  const salt = Buffer.from(randomBytes(20).map((byte) => (byte % 94) + 33));
  const flags = PROTOCOL_41 | SECURE_CONNECTION | WITH_DATABASE | PLUGIN_AUTH | (peer.encrypts ? SSL : 0);
  const low = Buffer.alloc(2);
  low.writeUInt16LE(flags & 0xffff);
  const high = Buffer.alloc(2);
  high.writeUInt16LE(flags >>> 16);
  plain.write(
    mysqlPacket(
      0,
      Buffer.concat([
        Buffer.from('\x0a8.0.0-peer\0'),
        Buffer.from([1, 0, 0, 0]),
        salt.subarray(0, 8),
        Buffer.from([0]),
        low,
        Buffer.from([0x21, 2, 0]),
        high,
        Buffer.from([21]),
        Buffer.alloc(10),
        salt.subarray(8),
        Buffer.from('\0mysql_native_password\0'),
      ]),
    ),
  );
  let socket: Socket = plain;
  let packet = await receive(socket);
  let sequence = 2;
  if (packet.readUInt32LE(4) & SSL && packet.length === 36) {
    socket = new TLSSocket(plain, { isServer: true, secureContext: createSecureContext({ cert: certificate, key: certificateKey }) });
    socket.on('error', () => undefined);
    packet = await receive(socket);
    sequence = 3;
  }
  const at = (start: number): string => packet.toString('utf8', start, packet.indexOf(0, start));
  const user = at(36);
  const proofStart = 36 + Buffer.byteLength(user) + 2;
  const proof = packet.subarray(proofStart, proofStart + (packet[proofStart - 1] ?? 0));
  const database = packet.readUInt32LE(4) & WITH_DATABASE ? at(proofStart + proof.length) : '';
  const known = sha1(Buffer.from(peer.password));
  const mask = sha1(salt, sha1(known));
  const expected = Buffer.from(known.map((byte, index) => byte ^ (mask[index] ?? 0)));
  const answer =
    user !== peer.user || !proof.equals(expected)
      ? mysqlError(1045, `Access denied for user '${user}'`)
      : database !== '' && database !== peer.database
        ? mysqlError(1049, `Unknown database '${database}'`)
        : Buffer.from([0, 0, 0, 2, 0, 0, 0]);
  socket.write(mysqlPacket(sequence, answer));
}

/** Reads one packet with its header; packets are small enough to arrive at once. Further bytes, for example of TLS, stay readable. */
const receive = (socket: Socket): Promise<Buffer> =>
  new Promise((resolve) => {
    socket.once('data', (bytes: Buffer) => {
      const length = 4 + bytes.readUIntLE(0, 3);
      socket.pause();
      if (bytes.length > length) socket.unshift(bytes.subarray(length));
      resolve(bytes.subarray(0, length));
    });
    socket.resume();
  });
