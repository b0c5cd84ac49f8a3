import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeployFault, storageFault } from './faults.ts';
import { endingOfFault, illnessBehind } from './run-faults.ts';
import { RunFilesFault, SpawnFault } from './spawner.ts';

const system = (code: string, syscall = 'open') => Object.assign(new Error(`${code}: it fails`), { code, syscall });

test('tells what the machine lacks from what is wrong with one bundle', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EMFILE', 'ENFILE']) {
    for (const error of [system(code), storageFault(system(code)), new RunFilesFault(code, 'it fails')])
      assert.deepEqual([illnessBehind(error)?.code, illnessBehind(error)?.message.includes(code)], [code, true], code);
  }
  for (const code of ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']) assert.equal(illnessBehind(new SpawnFault(code, 'it fails'))?.code, code);
  for (const error of [
    new DeployFault('BUNDLE_UNUSABLE', 'no zip', { cause: system('ENOENT') }),
    new DeployFault('BUNDLE_UNAVAILABLE', 'not there'),
    new SpawnFault('ENOENT', 'no such program'),
    new SpawnFault('EACCES', 'no program'),
    new SpawnFault('E2BIG', 'too large'),
    new RunFilesFault('ENAMETOOLONG', 'a name of the bundle'),
    system('ENOENT'),
    new Error('something else'),
    undefined,
  ])
    assert.equal(illnessBehind(error), undefined, String(error));
});

test('a folder that is gone is an illness, and a process that had begun is not given back', () => {
  assert.equal(illnessBehind(system('ENOENT', 'mkdir'))?.code, 'ENOENT');
  assert.equal(illnessBehind(new RunFilesFault('ENOENT', 'gone'))?.code, 'ENOENT');
  assert.equal(illnessBehind(new RunFilesFault('EMFILE', 'after the start', true)), undefined);
});

test('an execution that cannot be given back ends as ever', () => {
  assert.deepEqual(
    [storageFault(system('ENOSPC')), new SpawnFault('EAGAIN', ''), new Error('x')].map((one) => {
      const { outcome, errorType } = endingOfFault(one);
      return [outcome, errorType];
    }),
    [
      ['DEPLOY_FAILED', 'ENGINE_STORAGE'],
      ['DEPLOY_FAILED', 'NOT_STARTED'],
      ['EXECUTION_FAILED', 'ENGINE_ERROR'],
    ],
  );
});
