import assert from 'node:assert/strict';
import { it } from 'node:test';
import { asCommands } from './group.ts';

it('replaces the names of operations by commands', () => {
  const id = '01985b5e-7d5c-7000-8000-2d3c5a9f1b42';
  assert.equal(asCommands(`Read its log (GET /monitoring/executions/${id}/logs).`), `Read its log (millrace execution logs ${id}).`);
  for (const operation of [
    'POST /processing/runtimes/remote-engines',
    'POST /processing/runtimes/remote-engines (or millrace engine pair)',
  ])
    assert.equal(asCommands(`Create an engine with ${operation} and pair it.`), 'Create an engine with millrace engine pair and pair it.');
  assert.equal(asCommands('Start it again.'), 'Start it again.');
});
