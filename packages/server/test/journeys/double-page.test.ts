// run: own process, waiting, in test:all because it starts whole programs
/** Runs the commands of docs/double.md against a double, and compares their output with the page. */
// tries the blocks of `docs/double.md`
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, it } from 'node:test';
import { buildShell } from '../../../../examples/shell/build.ts';
import { readText, root } from '../../../../scripts/house/source-files.ts';
import { startTestDouble } from '../support/double.ts';
import { assertPrints, blocksOfPage, idleBlocks, runInShell } from '../support/page-sessions.ts';
import { programEnvironment } from '../support/program-environment.ts';

const blocks = blocksOfPage(readText('docs/double.md'));
const double = await startTestDouble();
await buildShell(() => undefined);
const folder = await mkdtemp(join(tmpdir(), 'millrace-page-'));
after(() => rm(folder, { recursive: true, force: true }));
await symlink(dirname(dirname(double.home)), join(folder, '.millrace'));
const environment = { ...programEnvironment(), HOME: folder, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
const withDoubleUrl = (text: string): string => text.replaceAll('http://127.0.0.1:8600', double.url);
/** Commands of other tests: `scripts/fresh-clone/readme.test.ts` builds the examples, `recordings.test.ts` records and replays. */
const ELSEWHERE = new Set(['npm run build:examples', 'npm run record -- https://api.example.com answers', 'npm run replay -- answers']);
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !ELSEWHERE.has(line));
const [start, names, ...sessions] = blocks.filter(({ language, text }) => language === 'sh' && linesOf(text).length > 0);

it('has only blocks that are commands or the output of commands', () => {
  assert.deepEqual(idleBlocks(blocks), []);
  // tries `npm start -- --double`: its script
  assert.equal(start?.text, 'npm start -- --double\n');
  assert.match(names?.text ?? '', /^double=/);
  assert.equal(sessions.length, 4);
});

for (const session of sessions.slice(0, -1))
  it(`prints what the page shows for ${session.text.split('\n', 1)[0]}`, async () => {
    const output = blocks[blocks.indexOf(session) + 1];
    assertPrints(await runInShell(withDoubleUrl(`${names?.text}${session.text}`), root, environment), withDoubleUrl(output?.text ?? ''));
  });

const lines = linesOf(sessions.at(-1)?.text ?? '');
const suites = lines.filter((line) => !line.startsWith('export '));
it('shows a suite in three languages', () =>
  assert.deepEqual(
    suites.map((line) => line.split(' ', 1)[0]),
    ['node', 'python3', 'java'],
  ));

for (const suite of suites)
  it(`runs ${suite}`, { skip: missing(suite) }, async () => {
    const exported = lines.filter((line) => line.startsWith('export ')).join('\n');
    const output = await runInShell(withDoubleUrl(`${names?.text}${exported}\n${suite} && echo "the suite passed"`), root, environment);
    assert.match(output, /the suite passed\n$/, output);
    assert.match(output, /(?:pass|Ran|^)\s?2\b|2 tests? passed/m, output);
  });

function missing(command: string): string | false {
  const program = command.split(' ', 1)[0] ?? '';
  try {
    execFileSync(program, [program === 'java' ? '-version' : '--version'], { env: environment, stdio: 'ignore' });
    return false;
  } catch {
    return `${program} is not installed on this machine`;
  }
}
