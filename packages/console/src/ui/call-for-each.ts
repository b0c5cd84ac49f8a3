/** Calls that run at the same time. More would crowd out the calls of other people. */
const AT_ONCE = 4;

/**
 * Calls the server for each row, a few at a time. `onEnd` gets each row when its call has ended, with the error if it has failed. No further call begins
 * when `isStopped` returns true. A call that fails does not end the others.
 */
export async function callForEach<Row>(
  rows: readonly Row[],
  call: (row: Row) => Promise<unknown>,
  onEnd: (row: Row, error?: unknown) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined && !isStopped(); row = waiting.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- the next call begins when this one has ended
      const error: unknown = await call(row).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      onEnd(row, error);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
