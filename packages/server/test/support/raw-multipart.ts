/** Multipart bodies that a test sends in parts, or not completely. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The boundary between the parts. */
export const BOUNDARY = 'between-the-parts';
/** The bytes before the content of the file. */
export const FILE_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="bundle.zip"\r\ncontent-type: application/zip\r\n\r\n`;
/** The bytes after the content of the file. */
export const END = `\r\n--${BOUNDARY}--\r\n`;
/** Returns a JSON part, by default the part `artifact`. */
export const jsonPart = (value: unknown, name = 'artifact'): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`;

/** Starts a publication with a body of `length` bytes. Sends only its headers. */
export const openPublication = (url: string, token: string, length: number): Socket =>
  openUpload(url, 'POST /orchestration/artifacts', token, length);

/** Starts an upload to a route without variables, with a body of `length` bytes. Sends only its headers. */
export function openUpload(url: string, route: string, token: string, length: number): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    `${route} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return socket;
}

/** Returns the first line of the next answer. */
export async function nextLine(socket: Socket): Promise<string> {
  const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
  return String(chunk).split('\r\n')[0] ?? '';
}
