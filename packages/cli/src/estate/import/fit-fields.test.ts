import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { estateKindOf } from '../kinds.ts';
import type { EstateFields } from '../model/kind.ts';
import { HiddenValue } from '../model/places.ts';
import { fitFields } from './settle-objects.ts';

const artifact = { name: 'loader', version: '1.0.0.20260301083000' };

function fit(noun: string, fields: EstateFields): { fitting: EstateFields | undefined; dropped: string[] } {
  const dropped: string[] = [];
  return { fitting: fitFields(estateKindOf(noun), fields, (path) => void dropped.push(path)), dropped };
}

describe('fields of files', () => {
  it('stay as they are where they fit, secrets included', () => {
    const fields = { name: 'c', app: 'ftp', parameters: [{ name: 'password', value: new HiddenValue('password'), encrypted: true }] };
    assert.deepEqual(fit('connection', fields), { fitting: fields, dropped: [] });
  });

  it('are converted between numbers and texts', () => {
    const runConfig = { runtime: { type: 'CLOUD' }, timeout: '60', microservicePort: 8080, parallelExecutionAllowed: 'true' };
    assert.deepEqual(fit('task', { name: 't', artifact, runConfig }), {
      fitting: { name: 't', artifact, runConfig: { ...runConfig, timeout: 60, microservicePort: '8080', parallelExecutionAllowed: true } },
      dropped: [],
    });
  });

  it('are left out where files cannot have them', () => {
    const runConfig = { runtime: { type: 'CLOUD', node: 'x' }, logLevel: 'DEBUG', timeout: 0, colour: 'blue' };
    const found = fit('task', { name: 't', artifact, runConfig, parameters: { 'not a name': 'x', fine: 'y' }, tags: ['a', {}] });
    assert.deepEqual(found.fitting, {
      name: 't',
      artifact,
      runConfig: { runtime: { type: 'CLOUD' } },
      parameters: { fine: 'y' },
      tags: ['a'],
    });
    assert.deepEqual(found.dropped.toSorted(), [
      'parameters.not a name',
      'runConfig.colour',
      'runConfig.logLevel',
      'runConfig.runtime.node',
      'runConfig.timeout',
      'tags.*',
    ]);
  });

  it('make the whole object unusable where every file needs them', () => {
    assert.deepEqual(fit('connection', { name: 'c', app: 7n as unknown, parameters: [] }), { fitting: undefined, dropped: ['app', 'app'] });
    assert.deepEqual(fit('task', { name: 't', artifact: { name: 'loader' } }), { fitting: undefined, dropped: ['artifact', 'artifact'] });
  });
});
