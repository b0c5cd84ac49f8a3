import type { Output } from '../../output.ts';
import { byteCount } from '../../text.ts';

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
