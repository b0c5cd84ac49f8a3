/** The first line of a test file, which states how the file is run: `// run: own process, waiting because …`. Most files need no statement. */

const WORDS = ['own process', 'own server', 'waiting', 'browser', 'in parts', 'in test:all', 'on request'] as const;

/**
 * How a test file is run.
 * - own process: no other file runs in its process.
 * - own server: it starts a server with settings, or one that it changes; others share the server of their process.
 * - waiting: it mostly waits for clocks and programs, so it runs beside the files that keep the processors busy.
 * - browser: it uses the browser of the run.
 * - in parts: `npm test` runs an eighth of its operations, `npm run test:all` all of them.
 * - in test:all: `npm test` leaves it out, unless it is named.
 * - on request: it runs only when it is named.
 */
export type Statement = ReadonlySet<(typeof WORDS)[number]>;

/** A test file by its path from the root. */
export type TestFile = { path: string; statement: Statement };

/** Reads the statement of a test file; throws if it is malformed or not on the first line. */
export function readStatement(path: string, text: string): Statement {
  const [, words = ''] = /^\/\/ run: ([a-z:, ]+?) because \S.{9,}/.exec(text) ?? [];
  const said = WORDS.filter((word) => words.split(', ').includes(word));
  if (said.join(', ') !== words || (words === '' && /^\/\/ run:/m.test(text)))
    throw new Error(
      `${path}: write on the first line "// run: <words> because <reason>", with some of these words in this order: ${WORDS.join(', ')}`,
    );
  return new Set(said);
}
