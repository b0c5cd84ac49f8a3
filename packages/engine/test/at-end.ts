/** Work for the end of a test or of a test file. */

/** A test; or a test file, by `after` of Node. */
export type Scope = { after: (end: () => Promise<void>) => void };

const worksOf = new WeakMap<Scope, (() => unknown)[]>();

/**
 * Adds work for the end. The newest is done first, so a program ends before the server that it calls; otherwise its end would wait for answers.
 * `after` of Node does the oldest first.
 */
export function atEnd(scope: Scope, end: () => unknown): void {
  const known = worksOf.get(scope);
  if (known) return void known.push(end);
  const works = [end];
  worksOf.set(scope, works);
  scope.after(async () => {
    const errors: unknown[] = [];
    for (const work of works.toReversed())
      try {
        await work();
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
  });
}
