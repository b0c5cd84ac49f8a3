// isolation: own process because its engine starts processes
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineFor, messages } from '../test/engine.ts';
import { nodeBundle, shellBundle, zipOf } from '../test/zips.ts';

const SECRET = 'swordfish "7" canary';
const VARIABLES = ['password', 'city'];
const given = { parameters: { password: SECRET, city: 'Lisbon' }, secretParameters: ['password'] };

test('execution-logs.secrets.masked: in both outputs, in pieces that come one after the other, and in the error message', async (t) => {
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
  const known = plane.add(await nodeBundle(program, {}, VARIABLES), given);
  const finish = await plane.ended(known);
  assert.equal(finish.errorMessage, 'The task ended with exit code 1. Last error: TypeError: refused *** of Lisbon');
  assert.deepEqual(messages(known.lines, 'STDOUT').slice(0, 2), [
    'Lisbon ***',
    '{"level":"error","msg":"first {\\"password\\":\\"***\\"}"}',
  ]);
  assert.equal(messages(known.lines, 'STDERR')[0], 'Lisbon ***');
  assert.doesNotMatch(JSON.stringify([known.lines, finish, logged]), /swordf|canary/);
  assert.deepEqual(plane.faults, []);
});

test('execution-logs.secrets.masked: in what a task had written of it when it was killed', async (t) => {
  const { plane } = await engineFor(t);
  const known = plane.add(await shellBundle('echo ready; printf "at last %.12s" "$password"; exec sleep 60', {}, VARIABLES), given);
  await plane.until(() => messages(known.lines, 'STDOUT').includes('ready'), 'its first line');
  await new Promise((resolve) => setTimeout(resolve, 200));
  plane.stop(known);
  await plane.ended(known);
  assert.deepEqual(messages(known.lines, 'STDOUT'), ['ready', 'at last ***']);
});

test('execution-logs.secrets.masked: in what the engine says itself', async (t) => {
  const { plane, logged } = await engineFor(t);
  const refused = plane.add(await zipOf({ 'millrace.json': JSON.stringify({ run: [`./${SECRET}`] }) }), given);
  assert.equal(
    (await plane.ended(refused)).errorMessage,
    'The command "./***" is not in the bundle: add the file or correct "run" in millrace.json',
  );
  const script = `echo "$city"; echo "no JSON: $password" >> "$MILLRACE_REPORT"`;
  const noted = plane.add(await shellBundle(script, {}, [...VARIABLES, 'long']), {
    ...given,
    parameters: { ...given.parameters, long: SECRET.repeat(10_000) },
  });
  assert.equal((await plane.ended(noted)).outcome, 'EXECUTION_SUCCESS');
  assert.deepEqual(messages(noted.lines, 'STDOUT'), ['Lisbon']);
  assert.match(messages(noted.lines, 'SYSTEM').join('\n'), /Parameter "long" is only in the file of MILLRACE_CONTEXT/);
  assert.match(messages(noted.lines, 'SYSTEM').join('\n'), /The file of MILLRACE_REPORT: 1 line is not JSON such as/);
  assert.doesNotMatch(JSON.stringify([...refused.lines, ...noted.lines, refused.finish, noted.finish, logged]), /swordf|canary/);
});
