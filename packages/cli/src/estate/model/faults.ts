/** A fault in a file: its position in the file, and what is wrong. */
export type EstateFault = { position: string; message: string };

/** The files of an estate cannot be used. Nothing has been changed. */
export class EstateFaults extends Error {
  readonly faults: readonly EstateFault[];

  constructor(faults: readonly EstateFault[]) {
    super(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in the files`);
    this.faults = faults;
  }
}
