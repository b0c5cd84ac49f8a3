// run: waiting because it starts an engine
/** A job archive from its publication to its runs: its variables, its contexts, and warnings about misspelt names. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startCommandLine } from '../support/command-line.ts';
import { jobArchive } from '../support/job-archives.ts';

const { folder, millrace } = await startCommandLine({ engine: true });

async function succeeds(...words: string[]): Promise<string> {
  const { code, out, err } = await millrace(words);
  assert.equal(code, 0, err + out);
  return out;
}

async function archive(name: string, contexts: Record<string, string>): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await jobArchive({ contexts, script: '#!/bin/sh\r\nprintf "<%s>" --context=Default "$@"; echo\r\n' }));
  return path;
}

describe('the command line for job archives', () => {
  it('shows the variables and contexts of an archive, and runs it in a chosen context', async () => {
    const zip = await archive('greet.zip', { Default: 'who=world\ndb_password=Sesame-17', PROD: 'who=prod' });
    await succeeds('artifact', 'publish', zip);
    const shown = await succeeds('artifact', 'show', 'Greet');
    assert.match(shown, /Contexts +Default \(default\), PROD/);
    assert.match(shown, /^who +id_String/m);
    assert.match(shown, /^db_password +id_String/m);
    assert.ok(!(await succeeds('artifact', 'show', 'Greet', '--json')).includes('Sesame'));

    await succeeds('task', 'create', 'greet', '--artifact', 'Greet', '--context', 'PROD');
    assert.match(await succeeds('task', 'show', 'greet'), /Context +PROD/);
    assert.match(await succeeds('task', 'run', 'greet', '--follow'), /<--context=PROD><--log4jLevel/);
    assert.match(await succeeds('task', 'run', 'greet', '--context', 'Default', '--follow'), /<--context=Default>/);
    await succeeds('task', 'config', 'greet', '--context', 'Default');
    assert.match(await succeeds('task', 'show', 'greet'), /Context +Default/);
    await succeeds('task', 'config', 'greet', '--no-context');
    await succeeds('task', 'change', 'greet', '--no-context');
    assert.doesNotMatch(await succeeds('task', 'show', 'greet'), /Context/);
    const unknown = await millrace(['task', 'run', 'greet', '--context', 'TEST']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /no context 'TEST', which .*: name one of Default, PROD/);
  });

  it('warns of misspelt names at the task, at the start and at the next publication', async () => {
    const created = await millrace(['task', 'create', 'misspelt', '--artifact', 'Greet', '--parameter', 'hwo=Ada']);
    assert.match(created.err, /no parameter "hwo".*Did you mean "who"/);
    assert.match((await millrace(['task', 'run', 'misspelt', '--parameter', 'whom=x'])).err, /no parameter "whom".*Did you mean "who"/);
    const next = await millrace(['artifact', 'publish', await archive('next.zip', { Default: 'whom=world' })]);
    assert.equal(next.code, 0, next.err);
    assert.match(next.err, /Warning: Task 'misspelt': The artifact declares no parameter "hwo"/);
  });

  it('runs an archive without a server in a chosen context', async () => {
    const zip = await archive('local.zip', { Default: 'who=world', PROD: 'who=prod' });
    assert.match(await succeeds('bundle', 'run', zip, '--context', 'PROD'), /<--context=PROD>/);
    assert.match(await succeeds('bundle', 'run', zip), /<--context=Default><--log4jLevel/);
    const unknown = await millrace(['bundle', 'run', zip, '--context', 'TEST']);
    assert.match(unknown.err, /no context "TEST": it has Default, PROD/);
  });
});
