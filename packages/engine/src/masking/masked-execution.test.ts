// run: waiting because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineFor, messages } from '../../test/engine.ts';
import { taskGate } from '../../test/task-gate.ts';
import { nodeBundle, shellBundle, zipOf } from '../../test/zips.ts';

const SECRET = 'swordfish "7" canary';
const VARIABLES = ['password', 'city'];
const CLAIM = { parameters: { password: SECRET, city: 'Lisbon' }, secretParameters: ['password'] };

test('execution-logs.secrets.masked: in both outputs, when it is written in pieces, and in the error message', async (t) => {
  const { plane, logged } = await engineFor(t);
  const program = `
    const { password, city } = process.env;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 60));
    for (const stream of [process.stdout, process.stderr]) {
      for (const part of [city + ' ', ...password.match(/.{1,5}/g), '\\n']) {
        stream.write(part);
        await pause();
      }
    }
    console.log(JSON.stringify({ level: 'error', msg: 'first ' + JSON.stringify({ password }) }));
    throw new TypeError('refused ' + password + ' of ' + city);`;
  const execution = plane.add(await nodeBundle(program, {}, VARIABLES), CLAIM);
  const finish = await plane.ended(execution);
  assert.equal(finish.errorMessage, 'The task ended with exit code 1. Last error: TypeError: refused *** of Lisbon');
  assert.deepEqual(messages(execution.lines, 'STDOUT').slice(0, 2), [
    'Lisbon ***',
    '{"level":"error","msg":"first {\\"password\\":\\"***\\"}"}',
  ]);
  assert.equal(messages(execution.lines, 'STDERR')[0], 'Lisbon ***');
  assert.doesNotMatch(JSON.stringify([execution.lines, finish, logged]), /swordf|canary/);
  assert.deepEqual(plane.faults, []);
});

test('execution-logs.secrets.masked: when a task is killed while it writes the secret', async (t) => {
  const { plane } = await engineFor(t);
  const gate = await taskGate();
  const script = `echo ready; printf "at last %.12s" "$password"; ${gate.arrive}; exec sleep 60`;
  const execution = plane.add(await shellBundle(script, {}, VARIABLES), CLAIM);
  await plane.until(() => messages(execution.lines, 'STDOUT').includes('ready'), 'its first line');
  await gate.arrived();
  plane.stop(execution);
  await plane.ended(execution);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['ready', 'at last ***']);
});

test('execution-logs.secrets.masked: in messages of the engine itself', async (t) => {
  const { plane, logged } = await engineFor(t);
  const refused = plane.add(await zipOf({ 'millrace.json': JSON.stringify({ run: [`./${SECRET}`] }) }), CLAIM);
  assert.equal(
    (await plane.ended(refused)).errorMessage,
    'The command "./***" is not in the bundle: add the file or correct "run" in millrace.json',
  );
  const script = `echo "$city"; echo "no JSON: $password" >> "$MILLRACE_REPORT"`;
  const noted = plane.add(await shellBundle(script, {}, [...VARIABLES, 'long']), {
    ...CLAIM,
    parameters: { ...CLAIM.parameters, long: SECRET.repeat(10_000) },
  });
  assert.equal((await plane.ended(noted)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(noted.lines, 'STDOUT'), ['Lisbon']);
  assert.match(messages(noted.lines, 'SYSTEM').join('\n'), /Parameter "long" is only in the file of MILLRACE_CONTEXT/);
  assert.match(messages(noted.lines, 'SYSTEM').join('\n'), /The file of MILLRACE_REPORT: 1 line is not JSON such as/);
  assert.doesNotMatch(JSON.stringify([...refused.lines, ...noted.lines, refused.finish, noted.finish, logged]), /swordf|canary/);
});

test('execution-logs.secrets.masked: the plain secrets that the context of a job archive holds itself', async (t) => {
  const { plane } = await engineFor(t);
  const context = 'db_password=Sesame-17-canary\ncity=Lisbon';
  const zip = await zipOf({
    'jobInfo.properties': 'job=Load\njobVersion=0.1\n',
    'Load/Load_run.sh': 'cat p/load_0_1/contexts/Default.properties\n',
    'Load/p/load_0_1/contexts/Default.properties': context,
  });
  const execution = plane.add(zip, {});
  execution.claim.bundle = { ...execution.claim.bundle, layout: 'job-archive' };
  await plane.ended(execution);
  assert.deepEqual(messages(execution.lines, 'STDOUT'), ['db_password=***', 'city=Lisbon']);
});
