/** Answers of other servers, which may be larger than the memory of this process. */

/** Reads the body of an answer. Throws as soon as it has more than `most` bytes; `sender` names the server in the message. */
export async function boundedBody(response: Response, most: number, sender: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > most) throw new TypeError(`${sender} answers with more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
