import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunFilesFault, SpawnFault } from '../processes/spawner.ts';
import { DeployFault, storageFault } from '../program/faults.ts';
import { endingOfFault, illnessBehind } from './run-faults.ts';

const systemError = (code: string, syscall = 'open') => Object.assign(new Error(`${code}: it fails`), { code, syscall });

test('distinguishes an illness of the machine from a fault of one bundle', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EMFILE', 'ENFILE']) {
    for (const error of [systemError(code), storageFault(systemError(code)), new RunFilesFault(code, 'it fails')])
      assert.deepEqual([illnessBehind(error)?.code, illnessBehind(error)?.message.includes(code)], [code, true], code);
  }
  for (const code of ['EAGAIN', 'ENOMEM', 'EMFILE', 'ENFILE']) assert.equal(illnessBehind(new SpawnFault(code, 'it fails'))?.code, code);
  for (const error of [
    new DeployFault('BUNDLE_UNUSABLE', 'no zip', { cause: systemError('ENOENT') }),
    new DeployFault('BUNDLE_UNAVAILABLE', 'not there'),
    new SpawnFault('ENOENT', 'no such program'),
    new SpawnFault('EACCES', 'no program'),
    new SpawnFault('E2BIG', 'too large'),
    new RunFilesFault('ENAMETOOLONG', 'a name of the bundle'),
    systemError('ENOENT'),
    new Error('something else'),
    undefined,
  ])
    assert.equal(illnessBehind(error), undefined, String(error));
});

test('a missing folder is an illness, a fault after the start of a process is none', () => {
  assert.equal(illnessBehind(systemError('ENOENT', 'mkdir'))?.code, 'ENOENT');
  assert.equal(illnessBehind(new RunFilesFault('ENOENT', 'gone'))?.code, 'ENOENT');
  assert.equal(illnessBehind(new RunFilesFault('EMFILE', 'after the start', true)), undefined);
});

test('an execution that cannot be returned ends with the outcome of its fault', () => {
  assert.deepEqual(
    [storageFault(systemError('ENOSPC')), new SpawnFault('EAGAIN', ''), new Error('x')].map((fault) => {
      const { outcome, errorType } = endingOfFault(fault);
      return [outcome, errorType];
    }),
    [
      ['DEPLOY_FAILED', 'ENGINE_STORAGE'],
      ['DEPLOY_FAILED', 'NOT_STARTED'],
      ['EXECUTION_FAILED', 'ENGINE_ERROR'],
    ],
  );
});
