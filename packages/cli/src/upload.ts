import type { Output } from './output.ts';
import { byteCount } from './text.ts';

/** Returns a function that shows the progress of an upload. */
export function showUpload(name: string, output: Output): (sent: number, total: number) => void {
  let shown = -1;
  return (sent, total) => {
    const percent = Math.floor((100 * sent) / total);
    if (percent === shown) return;
    shown = percent;
    output.progress(`Uploading ${name}: ${byteCount(sent)} of ${byteCount(total)} (${percent} %)`);
  };
}

/** A file that is streamed from disk while it is sent. `onRead` is called with the bytes read so far and the size. */
export class UploadFile extends File {
  readonly #onRead: ((sent: number, total: number) => void) | undefined;

  constructor(content: Blob, name: string, onRead?: (sent: number, total: number) => void) {
    super([content], name, { type: 'application/zip' });
    this.#onRead = onRead;
  }

  override stream(): ReturnType<Blob['stream']> {
    let sent = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        sent += chunk.byteLength;
        this.#onRead?.(sent, this.size);
        controller.enqueue(chunk);
      },
    });
    return super.stream().pipeThrough(counter);
  }
}
