// run: own process, in test:all because it changes the time zone and starts programs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { type BuiltExample, buildExamples } from './build.ts';
import { packIfChanged, writeZip } from './pack.ts';
import { inFolder, readManifest, runCommand, unpack } from './test-support.ts';

const noCompiler = (() => {
  try {
    execFileSync('javac', ['-version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'no JDK: javac is not on the path';
  }
})();

let built: BuiltExample[] = [];
before(async () => {
  built = await buildExamples({ log: () => {} });
});

function zipOf(name: string): string {
  const example = built.find((entry) => entry.name === name);
  assert.ok(example?.zip, `${name} was not built: ${example?.skipped}`);
  return example.zip;
}

describe('building the examples', () => {
  it('returns for each example a zip, or the reason why it was skipped', () => {
    assert.deepEqual(
      built.map((example) => example.name),
      ['load-airports', 'job-archive', 'shell', 'sdk-typescript', 'sdk-python'],
    );
    for (const example of built) assert.notEqual(example.zip === undefined, example.skipped === undefined);
  });

  it('does not write a zip again while its inputs are unchanged', async () => {
    const earlier = await stat(zipOf('load-airports'));
    await buildExamples({ log: (line) => assert.fail(`a step was repeated: ${line}`) });
    assert.equal((await stat(zipOf('load-airports'))).ino, earlier.ino);
  });

  it('packs again when an input has changed', () =>
    inFolder(async (folder) => {
      const input = join(folder, 'hello.txt');
      const pack = () => packIfChanged(folder, [input], async () => [{ name: 'hello.txt', path: input }]);
      for (const content of ['one', 'other']) {
        await writeFile(input, content);
        await inFolder(async (target) => {
          await unpack(await pack(), target);
          assert.equal(await readFile(join(target, 'hello.txt'), 'utf8'), content);
        });
      }
    }));

  it('writes the same bytes in every time zone', () =>
    inFolder(async (folder) => {
      const zone = process.env['TZ'];
      const written: Buffer[] = [];
      try {
        for (const name of ['Asia/Tokyo', 'America/Lima']) {
          process.env['TZ'] = name;
          await writeZip(join(folder, 'one.zip'), [{ name: 'hello.txt', content: 'hello' }]);
          written.push(await readFile(join(folder, 'one.zip')));
        }
      } finally {
        if (zone === undefined) delete process.env['TZ'];
        else process.env['TZ'] = zone;
      }
      assert.deepEqual(written[0], written[1]);
    }));
});

describe('shell', () => {
  it('prints two lines with the name from the parameter, and reports one row', () =>
    inFolder(async (folder) => {
      assert.deepEqual(await unpack(zipOf('shell'), folder), ['millrace.json', 'hello.sh']);
      const manifest = await readManifest(folder);
      assert.deepEqual(manifest.run, ['sh', 'hello.sh']);

      const finished = await runCommand(manifest.run, folder, { who: 'Ada' });

      assert.equal(finished.code, 0);
      assert.equal(finished.stdout, 'Hello, Ada.\nThis is a shell script run by Millrace.\n');
      assert.deepEqual(finished.report, [{ processed: 1, rejected: 0 }]);
    }));
});

describe('job-archive', { skip: noCompiler }, () => {
  const script = ['CheckAirports/CheckAirports_run.sh'];

  it('has the layout of a job archive', () =>
    inFolder(async (folder) => {
      const names = await unpack(zipOf('job-archive'), folder);
      for (const name of ['jobInfo.properties', ...script, 'CheckAirports/checkairports_0_1.jar', 'lib/airport-rules-1.0.0.jar']) {
        assert.ok(names.includes(name), `${name} is missing`);
      }
      assert.match(await readFile(join(folder, 'jobInfo.properties'), 'utf8'), /^job=CheckAirports$/m);
    }));

  it('writes every row without strict rules', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const finished = await runCommand(script, folder);
      assert.deepEqual([finished.code, finished.report.at(-1)], [0, { processed: 3376, rejected: 0 }], finished.stdout + finished.stderr);
      assert.match(finished.stdout, /airports: 3376 processed, 0 rejected\n$/);
      assert.doesNotMatch(finished.stdout, /WARN/);
    }));

  it('with strict rules, writes the valid rows, logs the rejected rows and reports both counts', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const words = ['--context=Default', '--context_param', 'output=good rows.csv', '--context_param', 'strict=true'];
      const finished = await runCommand([...script, ...words], folder);

      assert.equal(finished.code, 0, finished.stdout + finished.stderr);
      assert.deepEqual(finished.report.at(-1), { processed: 3326, rejected: 50 });
      assert.match(finished.stdout, /^\[WARN \] .* rejected line 100: code is not three letters or digits \(11IS,/m);
      assert.match(finished.stdout, /airports: 3326 processed, 50 rejected\n$/);
      const good = (await readFile(join(folder, 'CheckAirports', 'good rows.csv'), 'utf8')).trimEnd().split('\n');
      assert.equal(good.length, 3326 + 1);
      assert.ok(good.some((line) => line.startsWith('DBN,"W. H. ""Bud"" Barron",')));
    }));

  it('reads context parameters from an argument with escapes, and from a file without escapes', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const file = join(folder, 'context.txt');
      await writeFile(file, '--context_param strict=true\n--context_param output=from\\file.csv\n--context_type output=id_String\n');
      const encoded = Buffer.from(file).toString('base64');

      const finished = await runCommand([...script, '--context_param max_rejected=49', `--context_file=${encoded}`], folder);

      assert.equal(finished.code, 1);
      assert.match(finished.stdout, /\[ERROR\] .* 50 rows are rejected, context parameter max_rejected allows 49\n$/);
      await stat(join(folder, 'CheckAirports', 'from\\file.csv'));
    }));

  it('ends with one error line when its source is missing', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const finished = await runCommand([...script, '--context_param', 'source=nowhere.csv'], folder);
      assert.equal(finished.code, 1);
      assert.match(finished.stdout, /\[ERROR\] .* there is no file nowhere\.csv/);
      assert.equal(finished.stderr, '');
    }));
});
