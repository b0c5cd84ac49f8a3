// run: own server because it sets MILLRACE_UPLOAD_BYTES
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publication, shellBundle } from '../../../../test/support/bundles.ts';
import { BOUNDARY, END, FILE_HEAD, jsonPart, nextLine, openPublication } from '../../../../test/support/raw-multipart.ts';
import { startTestServer, type Answer } from '../../../../test/support/server.ts';

const LIMIT = 200_000;
const { call, count, files, make, url } = await startTestServer({ MILLRACE_UPLOAD_BYTES: String(LIMIT) });
const ROUTE = 'POST /orchestration/artifacts';
const bundle = await shellBundle('echo hello');

const storedState = async (): Promise<unknown> => ({
  ...(await count('artifact', 'artifact_version', 'blob')),
  files: (await files()).toSorted(),
});
const { token } = await make.user();
let workspaceId = '';
let publisher = token;
beforeEach(async () => {
  workspaceId = (await make.workspace()).id;
  publisher = (await make.user({ rights: { [workspaceId]: ['PUBLISH'] } })).token;
});

async function send(
  body: string | Buffer,
  contentType = `multipart/form-data; boundary=${BOUNDARY}`,
): Promise<{ status: number; detail: string; message: string }> {
  const response = await fetch(`${url}/orchestration/artifacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${publisher}`, 'content-type': contentType },
    body,
    duplex: 'half',
  } as RequestInit);
  const answer = (await response.json()) as { detail: string; message: string };
  return { status: response.status, detail: answer.detail, message: answer.message };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10);
}

describe('artifacts.publish.parts', { timeout: 20_000 }, () => {
  const statusOf = async (form: FormData): Promise<number> => (await call(ROUTE, { token: publisher, form })).status;
  const zipped = (): Blob => new Blob([new Uint8Array(bundle)]);

  test('accepts the parts in the reverse order', async () => {
    const form = new FormData();
    form.append('file', zipped(), 'bundle.zip');
    form.append('artifact', JSON.stringify({ workspaceId }));
    assert.equal(await statusOf(form), 201);
  });
  test('accepts the JSON part as a file, as many clients send it', async () => {
    const form = new FormData();
    form.append('artifact', new Blob([JSON.stringify({ workspaceId })], { type: 'application/json' }), 'artifact.json');
    form.append('file', zipped(), 'bundle.zip');
    assert.equal(await statusOf(form), 201);
  });
  test('accepts the JSON part with its content type', async () => {
    const body = Buffer.concat([Buffer.from(jsonPart({ workspaceId }) + FILE_HEAD), bundle, Buffer.from(END)]);
    assert.equal((await send(body)).status, 201);
  });

  const json = (): string => JSON.stringify({ workspaceId });
  const wrong: [string, () => FormData, RegExp][] = [
    ['no part', () => new FormData(), /the part 'artifact' is missing/],
    ['no file', () => parts(['artifact', json()]), /the part 'file' is missing/],
    ['no JSON part', () => parts(['file', zipped()]), /the part 'artifact' is missing/],
    ['two JSON parts', () => parts(['artifact', json()], ['artifact', json()], ['file', zipped()]), /the part 'artifact' is there twice/],
    ['two files', () => parts(['artifact', json()], ['file', zipped()], ['file', zipped()]), /the part 'file' is there twice/],
    [
      'an unknown part after the others',
      () => parts(['artifact', json()], ['file', zipped()], ['icon', zipped()]),
      /'icon' is no part of it/,
    ],
    ['an unknown part before the others', () => parts(['icon', 'x'], ['artifact', json()], ['file', zipped()]), /'icon' is no part of it/],
    ['the file as text', () => parts(['artifact', json()], ['file', 'text']), /the part 'file' is a text/],
    ['malformed JSON', () => parts(['artifact', '{"workspaceId":'], ['file', zipped()]), /not JSON/],
    ['JSON that is not an object', () => parts(['artifact', '[]'], ['file', zipped()]), /must be object/],
    ['no workspace', () => parts(['artifact', '{}'], ['file', zipped()]), /'workspaceId' is missing/],
    ['a malformed workspace id', () => parts(['artifact', '{"workspaceId":"x"}'], ['file', zipped()]), /not a valid id/],
    [
      'an unknown field',
      () => parts(['artifact', JSON.stringify({ workspaceId, sourceId: 'x' })], ['file', zipped()]),
      /unrecognized field 'sourceId'/,
    ],
    ['a blank name', () => parts(['artifact', JSON.stringify({ workspaceId, name: '  ' })], ['file', zipped()]), /must not be blank/],
    [
      'a parameter twice',
      () =>
        parts(
          ['artifact', JSON.stringify({ workspaceId, parameters: [1, 2].map(() => ({ name: 'a', type: 'int', required: true })) })],
          ['file', zipped()],
        ),
      /declares 'a' twice/,
    ],
    ['JSON without a workspace after the file', () => parts(['file', zipped()], ['artifact', '{}']), /'workspaceId' is missing/],
  ];
  for (const [description, form, message] of wrong) {
    test(`refuses ${description}`, async () => {
      const before = await storedState();
      const { status, body } = await call(ROUTE, { token: publisher, form: form() });
      assert.deepEqual([status, body.detail], [400, 'malformed_request'], body.message);
      assert.match(body.message, message);
      assert.deepEqual(await storedState(), before);
    });
  }
  test('refuses a body that is not multipart', async () => {
    assert.deepEqual(await send('{}', 'application/json').then(({ status, detail }) => [status, detail]), [400, 'unsupported_media_type']);
  });
  test('refuses a multipart body without a boundary', async () => {
    assert.equal((await send('{}', 'multipart/form-data')).status, 400);
  });
});

function parts(...all: [string, string | Blob][]): FormData {
  const form = new FormData();
  for (const [name, value] of all) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'bundle.zip');
  }
  return form;
}

describe('artifacts.publish.size', { timeout: 20_000 }, () => {
  const sized = async (bytes: number): Promise<Answer> =>
    call(ROUTE, { token: publisher, form: publication({ workspaceId }, Buffer.alloc(bytes, 'x')) });

  test('accepts a file up to the limit and refuses a larger one', async () => {
    const before = await storedState();
    assert.equal((await sized(LIMIT)).body.detail, 'bundle_refused');
    for (const bytes of [LIMIT + 1, LIMIT * 20]) {
      const { status, body } = await sized(bytes);
      assert.deepEqual([status, body.detail], [413, 'too_large']);
      assert.match(body.message, /'file' is larger than 200000 bytes/);
    }
    assert.deepEqual(await storedState(), before);
  });
  test('answers before it has received all of a file that is far too large', async () => {
    const before = await storedState();
    const socket = openPublication(url, publisher, 2 ** 40);
    socket.write(jsonPart({ workspaceId }) + FILE_HEAD);
    socket.write(Buffer.alloc(LIMIT * 2, 'x'));
    assert.match(await nextLine(socket), / 413 /);
    socket.destroy();
    assert.deepEqual(await storedState(), before);
  });
  test('refuses a JSON part of more than 4 MiB', async () => {
    const text = JSON.stringify({ workspaceId, description: 'x'.repeat(5 * 2 ** 20) });
    for (const part of [text, new Blob([text], { type: 'application/json' })]) {
      const { status, body } = await call(ROUTE, { token: publisher, form: parts(['artifact', part], ['file', new Blob(['x'])]) });
      assert.deepEqual([status, body.detail], [413, 'too_large']);
    }
  });
});

describe('with the JSON part first, a refusal comes before the upload:', { timeout: 20_000 }, () => {
  const firstLine = async (artifact: object): Promise<string> => {
    const before = await storedState();
    const socket = openPublication(url, publisher, 2 ** 40);
    socket.write(jsonPart(artifact) + FILE_HEAD + 'PK');
    const line = await nextLine(socket);
    socket.destroy();
    assert.deepEqual(await storedState(), before);
    return line;
  };
  test('unknown workspace', async () => assert.match(await firstLine({ workspaceId: crypto.randomUUID() }), / 404 /));
  test('hidden workspace', async () => assert.match(await firstLine({ workspaceId: (await make.workspace()).id }), / 404 /));
  test('missing right', async () => {
    publisher = (await make.user({ rights: { [workspaceId]: ['VIEW'] } })).token;
    assert.match(await firstLine({ workspaceId }), / 403 /);
  });
  test('wrong JSON', async () => assert.match(await firstLine({ workspaceId, version: 'latest' }), / 400 /));
  test('a caller that sends the whole body before it reads gets the answer, and can use the connection again', async () => {
    const file = Buffer.alloc(30 * 2 ** 20);
    const head = jsonPart({ workspaceId: crypto.randomUUID() }) + FILE_HEAD;
    const socket = openPublication(url, publisher, head.length + file.length + END.length);
    for (const piece of [head, file, END]) await new Promise((resolve) => void socket.write(piece, resolve));
    assert.match(await nextLine(socket), / 404 /);
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n');
    assert.match(await nextLine(socket), / 200 /);
    socket.destroy();
  });
});

describe('an upload that is cut off leaves nothing behind:', { timeout: 20_000 }, () => {
  test('the caller disconnects in the middle of the file', async () => {
    const before = await storedState();
    const socket = openPublication(url, publisher, 1_000_000);
    socket.write(jsonPart({ workspaceId }) + FILE_HEAD);
    socket.write(bundle.subarray(0, 100));
    socket.write(Buffer.alloc(100_000));
    await until(async () => (await files()).length > (before as { files: string[] }).files.length);
    socket.destroy();
    await until(async () => (await files()).length === (before as { files: string[] }).files.length);
    assert.deepEqual(await storedState(), before);
  });
  test('the caller disconnects between the parts', async () => {
    const before = await storedState();
    const socket = openPublication(url, publisher, 1_000_000);
    socket.write(Buffer.concat([Buffer.from(FILE_HEAD), bundle, Buffer.from(`\r\n--${BOUNDARY}\r\n`)]));
    await until(async () => (await files()).length > (before as { files: string[] }).files.length);
    socket.destroy();
    await until(async () => (await files()).length === (before as { files: string[] }).files.length);
    assert.deepEqual(await storedState(), before);
  });
  test('the body ends without its last boundary', async () => {
    const before = await storedState();
    for (const body of [jsonPart({ workspaceId }) + FILE_HEAD + 'PK', jsonPart({ workspaceId }), `--${BOUNDARY}\r\n`, 'nonsense', '']) {
      const { status, detail, message } = await send(body);
      assert.deepEqual([status, detail], [400, 'malformed_request'], message);
    }
    assert.deepEqual(await storedState(), before);
  });
  test('the workspace is deleted during the upload', async () => {
    const before = (await storedState()) as { files: string[] };
    const body = Buffer.concat([bundle, Buffer.from(END)]);
    const head = jsonPart({ workspaceId }) + FILE_HEAD;
    const socket = openPublication(url, publisher, head.length + body.length);
    socket.write(head);
    socket.write(body.subarray(0, 10));
    await until(async () => (await files()).length > before.files.length);
    await call('DELETE /orchestration/workspaces/{id}', { path: { id: workspaceId } });
    socket.write(body.subarray(10));
    assert.match(await nextLine(socket), / 404 /);
    socket.destroy();
    assert.deepEqual(await storedState(), before);
  });
});
