import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeJob, type ArchiveFiles } from '../src/job-archive.ts';
import { jobParameters } from '../src/job-parameters.ts';
import { parseProperties } from '../src/java-properties.ts';

const INFO = { 'jobInfo.properties': 'job=Load\njobVersion=0.1', 'Load/Load_run.sh': 'java -cp . p.load_0_1.Load' };
const CONTEXTS = 'Load/p/load_0_1/contexts';

function filesOf(files: Record<string, string>): ArchiveFiles {
  const all: Record<string, string> = { ...INFO, ...files };
  return { paths: Object.keys(all), read: (path) => Promise.resolve(all[path] === undefined ? undefined : Buffer.from(all[path])) };
}

// Each text has the size that an archive may have. It takes hours where the time grows with the square of it, and patterns may use up their stack.
describe('texts of an archive are read in time that grows with their length', { timeout: 120_000 }, () => {
  const [SIZE, ITEM_SIZE] = [4 * 2 ** 20, 32 * 2 ** 20];
  for (const [what, line] of [
    ['backslashes within a line', `a=${'\\'.repeat(SIZE)}b`],
    ['a name without an end', 'a'.repeat(SIZE)],
    ['blanks', `a${' '.repeat(SIZE)}b`],
    ['lines that go on', `a=${'x\\\n'.repeat(SIZE / 3)}b`],
  ] as const)
    test(`properties: ${what}`, () => {
      assert.equal(parseProperties(line).size, 1);
    });

  for (const [what, text] of [
    ['tags that never end', '<contextParameter '.repeat(ITEM_SIZE / 18)],
    ['a tag of one long word', `<contextParameter ${'a'.repeat(ITEM_SIZE - 32)}>`],
    ['open quotes', `<contextParameter name="`.repeat(ITEM_SIZE / 24)],
  ] as const)
    test(`items: ${what}`, async () => {
      const files = filesOf({ [`${CONTEXTS}/Default.properties`]: 'who=world', 'items/p/Load_0.1.item': text });
      assert.deepEqual(
        (await jobParameters(await describeJob(files), files)).map(({ name }) => name),
        ['who'],
      );
    });
});

test('an item gives types and comments', async () => {
  const item = `<contextParameter comment="a &lt;b&gt;" name="who" prompt="who?" type="id_Date"/>\n<contextParameter name='x' other="1">`;
  const files = filesOf({ [`${CONTEXTS}/Default.properties`]: 'who=world', 'items/Load_0.1.item': item });
  assert.deepEqual(await jobParameters(await describeJob(files), files), [
    { name: 'who', type: 'id_Date', required: false, value: 'world', comment: 'a <b>' },
  ]);
});

test('more contexts than a job has, or larger ones, are refused', async () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`${CONTEXTS}/C${index}.properties`, 'a=1']));
  await assert.rejects(describeJob(filesOf(many)), /more than 1,?000 contexts/);
  const large = Object.fromEntries(
    ['A', 'B', 'C', 'D', 'E'].map((name) => [`${CONTEXTS}/${name}.properties`, `a=${'x'.repeat(4_000_000)}`]),
  );
  await assert.rejects(describeJob(filesOf(large)), /contexts.*16 MiB/);
});
