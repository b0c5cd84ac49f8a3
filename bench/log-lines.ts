/** The lines that P5 and P6 write: what a job says, 165 bytes each, no two the same. */

/** Bytes of a line, its line feed among them. */
export const LINE_BYTES = 165;

/** The text of the line of that number. */
export function lineText(number: number): string {
  const key = Math.imul(number, 2_654_435_761) >>> 0;
  const text = `2026-11-21 07:12:33.${String(number % 1000).padStart(3, '0')} INFO  [worker-${number % 8}] com.example.load.AirportLoader - row ${number} of airports.csv taken, key=${key.toString(36)} checksum=${(key ^ 0x5bd1e995).toString(16)} `;
  return text.padEnd(LINE_BYTES - 1, 'and nothing was wrong with it, ').slice(0, LINE_BYTES - 1);
}

/** The bytes that a job writes for the lines from one number on. */
export function outputOf(from: number, count: number): Buffer {
  let text = '';
  for (let number = from; number < from + count; number += 1) text += `${lineText(number)}\n`;
  return Buffer.from(text);
}
