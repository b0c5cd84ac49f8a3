// run: own process, in test:all because it changes the time zone and starts programs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { auditOptions, readAudit } from '../packages/engine/src/java/audit.ts';
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
      // tries `sh hello.sh`
      assert.deepEqual(manifest.run, ['sh', 'hello.sh']);

      const finished = await runCommand(manifest.run, folder, { who: 'Ada' });

      assert.equal(finished.code, 0);
      assert.equal(finished.stdout, 'Hello, Ada.\nThis is a shell script run by Millrace.\n');
      assert.deepEqual(finished.report, [{ processed: 1, rejected: 0 }]);
    }));
});

describe('job-archive', { skip: noCompiler }, () => {
  // tries `sh CheckAirports/CheckAirports_run.sh --context_param output=good.csv`
  const script = ['sh', 'CheckAirports/CheckAirports_run.sh'];
  const atInfo = '--log4jLevel=INFO';

  it('has the form of an archive of Studio, with a child job', () =>
    inFolder(async (folder) => {
      const names = await unpack(zipOf('job-archive'), folder);
      const jobs = ['checkairports_0_1', 'deliverfile_0_1'];
      for (const name of [
        'jobInfo.properties',
        ...['sh', 'bat', 'ps1'].map((ending) => `CheckAirports/CheckAirports_run.${ending}`),
        ...['routines', 'job-audit-example-1.0.0'].map((name) => `lib/${name}.jar`),
        ...jobs.map((name) => `CheckAirports/${name}.jar`),
        ...jobs.flatMap((name) =>
          ['Default', 'Production'].map((context) => `CheckAirports/airports/${name}/contexts/${context}.properties`),
        ),
        ...['CheckAirports_0.1', 'DeliverFile_0.1'].flatMap((name) =>
          ['item', 'properties'].map((ending) => `CheckAirports/items/airports/process/${name}.${ending}`),
        ),
      ])
        assert.ok(names.includes(name), `${name} is missing`);
      assert.match(await readFile(join(folder, 'jobInfo.properties'), 'utf8'), /^job=CheckAirports$/m);
      assert.match(
        await readFile(join(folder, 'CheckAirports/CheckAirports_run.sh'), 'utf8'),
        /^#!\/bin\/sh\ncd `dirname \$0`\nROOT_PATH=`pwd`\njava /,
      );
    }));

  it('the items of its jobs have the variables and values of their contexts', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      for (const job of ['CheckAirports', 'DeliverFile']) {
        const item = await readFile(join(folder, `CheckAirports/items/airports/process/${job}_0.1.item`), 'utf8');
        for (const context of ['Default', 'Production']) {
          const file = await readFile(
            join(folder, `CheckAirports/airports/${job.toLowerCase()}_0_1/contexts/${context}.properties`),
            'utf8',
          );
          const described = item.split(`name="${context}">`)[1]?.split('</context>')[0] ?? '';
          const variables = [...described.matchAll(/ name="(\w+)".* value="([^"]*)"/g)].map(([, name, value]) => `${name}=${value}`);
          assert.deepEqual(variables, file.trim().split('\n').slice(1), `${job}, ${context}`);
        }
      }
    }));

  it('writes every row without strict rules, and its child job delivers the file', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const finished = await runCommand([...script, atInfo], folder);
      assert.equal(finished.code, 0, finished.stdout + finished.stderr);
      assert.match(finished.stdout, /tFileOutputDelimited_1 - Written records count: 3376 \.$/m);
      assert.match(finished.stdout, /TalendJob: 'CheckAirports' - Finished - status: end returnCode: 0\n$/);
      assert.doesNotMatch(finished.stdout, /WARN/);
      const written = await readFile(join(folder, 'CheckAirports/airports-checked.csv'));
      assert.deepEqual(await readFile(join(folder, 'CheckAirports/delivered-airports-checked.csv')), written);
    }));

  it('with strict rules, writes the valid rows and prints the rejected ones', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const words = ['--context=Production', '--context_param', 'output=good rows.csv', '--context_param', 'delivery_folder=.'];
      const finished = await runCommand([...script, ...words], folder);

      assert.equal(finished.code, 0, finished.stdout + finished.stderr);
      assert.match(finished.stdout, /^code is not three letters or digits\|11IS\|/m);
      assert.match(finished.stdout, /\[WARN \] .* tWarn_1 - Message: 50 rows are rejected\. Code: 42\n$/);
      assert.doesNotMatch(finished.stdout, /INFO/);
      const good = (await readFile(join(folder, 'CheckAirports', 'good rows.csv'), 'utf8')).trimEnd().split('\n');
      assert.equal(good.length, 3326 + 1);
      assert.ok(good.some((line) => line.startsWith('DBN,"W. H. ""Bud"" Barron",')));
    }));

  it('reads context variables from an argument with escapes, and from a file without escapes', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const file = join(folder, 'context.txt');
      await writeFile(file, '--context_param strict=true\n--context_param output=from\\file.csv\n--context_type output=id_String\n');
      const encoded = Buffer.from(file).toString('base64');

      const finished = await runCommand([...script, '--context_param max_rejected=49', `--context_file=${encoded}`], folder);

      assert.equal(finished.code, 4);
      assert.equal(finished.stderr, '50 rows are rejected, and max_rejected allows 49\n');
      await stat(join(folder, 'CheckAirports', 'from\\file.csv'));
    }));

  it('the child job signs the file where there is a key', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const finished = await runCommand([...script, '--context_param', 'signing_key=open sesame'], folder);
      assert.equal(finished.code, 0, finished.stdout + finished.stderr);
      const delivered = join(folder, 'CheckAirports/delivered-airports-checked.csv');
      const signature = createHmac('sha256', 'open sesame').update(await readFile(delivered));
      assert.equal(await readFile(`${delivered}.hmac`, 'utf8'), `${signature.digest('hex')}\n`);
    }));

  it('names the component and the job of an error, also for an error of the child job', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const missing = await runCommand([...script, '--context_param', 'source=nowhere.csv'], folder);
      assert.equal(missing.code, 1);
      assert.match(
        missing.stderr,
        /^Exception in component tFileInputDelimited_1 \(CheckAirports\)\njava\.io\.FileNotFoundException: nowhere\.csv /,
      );
      const child = await runCommand([...script, '--context_param', 'delivery_folder=nowhere'], folder);
      assert.equal(child.code, 1);
      assert.match(
        child.stderr,
        /^Exception in component tFileCopy_1 \(DeliverFile\)\n[^]*^Exception in component tRunJob_1 \(CheckAirports\)\njava\.lang\.RuntimeException: Child job running failed\./m,
      );
    }));

  it('writes audit lines only for who asks for them', () =>
    inFolder(async (folder) => {
      await unpack(zipOf('job-archive'), folder);
      const [audit, lineage] = [join(folder, 'audit.json'), join(folder, 'lineage.json')];
      const options = auditOptions({ audit, lineage }).join(' ');
      const finished = await runCommand([...script, '--context_param', 'strict=true'], folder, { JAVA_TOOL_OPTIONS: options });
      assert.equal(finished.code, 0, finished.stdout + finished.stderr);
      const found = readAudit((await readFile(audit, 'utf8')) + (await readFile(lineage, 'utf8')), 0);
      assert.deepEqual(found.counts, { processed: 3326, rejected: 50 });
      assert.deepEqual(
        found.components.map((one) => [one.connector_id, one.target_id, one.component_connection_rows_total]),
        [
          ['tFileInputDelimited_1', 'tMap_1', 3376],
          ['tMap_1', 'tFileOutputDelimited_1', 3326],
          ['tMap_1', 'tLogRow_1', 50],
        ],
      );
      assert.deepEqual(
        [found.inputs, found.outputs],
        [[{ namespace: 'file', name: 'airports.csv' }], [{ namespace: 'file', name: 'airports-checked.csv' }]],
      );
      await rm(audit);
      await runCommand(script, folder);
      await assert.rejects(stat(audit), { code: 'ENOENT' });
    }));
});
