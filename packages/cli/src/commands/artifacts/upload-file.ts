/** A file that is streamed from disk. `onRead` is called with the bytes read so far and the size. */
export class UploadFile extends File {
  readonly #onRead: (sent: number, total: number) => void;

  constructor(content: Blob, name: string, onRead: (sent: number, total: number) => void) {
    super([content], name, { type: 'application/zip' });
    this.#onRead = onRead;
  }

  override stream(): ReturnType<Blob['stream']> {
    let sent = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        sent += chunk.byteLength;
        this.#onRead(sent, this.size);
        controller.enqueue(chunk);
      },
    });
    return super.stream().pipeThrough(counter);
  }
}
