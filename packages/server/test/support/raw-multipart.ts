/** Multipart bodies that are sent piece by piece, and never to their end where a test wants that. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** What stands between the parts. */
export const BOUNDARY = 'between-the-parts';
/** What comes before the content of the file. */
export const FILE_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="bundle.zip"\r\ncontent-type: application/zip\r\n\r\n`;
/** What comes after it. */
export const END = `\r\n--${BOUNDARY}--\r\n`;
/** A part that is JSON: the one that says what is published, unless it has another name. */
export const jsonPart = (value: unknown, name = 'artifact'): string =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`;

/** Opens a publication whose body has `length` bytes, none of which is sent yet. */
export const openPublication = (url: string, token: string, length: number): Socket =>
  openUpload(url, 'POST /orchestration/artifacts', token, length);

/** Opens an upload to a route without variables whose body has `length` bytes, none of which is sent yet. */
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

/** The first line of the next answer. */
export async function nextLine(socket: Socket): Promise<string> {
  const [chunk] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
  return String(chunk).split('\r\n')[0] ?? '';
}
