/** The lines of the long logs of benchmarks: typical output of a job, 165 bytes each, all different. */

/** Bytes of a line, including its line feed. */
export const LINE_BYTES = 165;

/** Returns the text of a line by its number. */
export function lineText(number: number): string {
  const key = Math.imul(number, 2_654_435_761) >>> 0;
  const text = `2026-11-21 07:12:33.${String(number % 1000).padStart(3, '0')} INFO  [worker-${number % 8}] com.example.load.AirportLoader - row ${number} of airports.csv taken, key=${key.toString(36)} checksum=${(key ^ 0x5bd1e995).toString(16)} `;
  return text.padEnd(LINE_BYTES - 1, 'and nothing was wrong with it, ').slice(0, LINE_BYTES - 1);
}

/** Returns the bytes of `count` lines, from the number `from` on. */
export function outputOf(from: number, count: number): Buffer {
  let text = '';
  for (let number = from; number < from + count; number += 1) text += `${lineText(number)}\n`;
  return Buffer.from(text);
}
