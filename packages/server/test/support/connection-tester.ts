/** Tests connections over HTTP, and searches for their secrets in every answer and in the log. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { after } from 'node:test';
import { startTestServer, type TestServer } from './server.ts';

/** The answer of the test of a connection. */
export type ConnectionTestResult = { success: boolean; reason: string };

/** A server with log level debug, and functions that test connections on it. */
export type ConnectionTester = {
  server: TestServer;
  workspace: string;
  /** Creates a connection. All parameters are encrypted, except host, port, url and endpoint. */
  create(app: string, values: Record<string, string>): Promise<string>;
  /** Creates a connection and tests it. */
  tried(app: string, values: Record<string, string>): Promise<ConnectionTestResult>;
  /** Tests one case after the other; each must fail with its reason. */
  fail(app: string, cases: readonly (readonly [Record<string, string>, RegExp])[]): Promise<void>;
};

const SHOWN = new Set(['host', 'port', 'url', 'endpoint']);

/** Starts a server that can connect to this machine. `secrets` are words in the secrets of the connections. */
export const startConnectionTester = (...secrets: string[]): Promise<ConnectionTester> =>
  // Loopback must be allowed explicitly, because a test may create more users.
  startConnectionTesterWith({ MILLRACE_OUTBOUND_ALLOW: 'loopback' }, ...secrets);

/** Like `startConnectionTester`, with other environment variables. */
export async function startConnectionTesterWith(environment: Record<string, string>, ...secrets: string[]): Promise<ConnectionTester> {
  const server = await startTestServer({ MILLRACE_LOG_LEVEL: 'debug', ...environment });
  const workspace = (await server.make.workspace()).id;
  const create = async (app: string, values: Record<string, string>): Promise<string> => {
    const parameters = Object.entries(values).map(([name, value]) => ({ name, value, encrypted: !SHOWN.has(name) }));
    const body = { name: crypto.randomUUID(), workspaceId: workspace, app, parameters };
    const answer = await server.call('POST /orchestration/connections', { body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.id;
  };
  const tried = async (app: string, values: Record<string, string>): Promise<ConnectionTestResult> => {
    const connectionId = await create(app, values);
    const { status, body } = await server.call('POST /orchestration/connections/{connectionId}/test', { path: { connectionId } });
    assert.equal(status, 200, JSON.stringify(body));
    const log = await readFile(join(server.home, 'server.log'), 'utf8').catch(() => '');
    for (const secret of secrets) {
      assert.ok(!JSON.stringify(body).toLowerCase().includes(secret.toLowerCase()), `the answer contains the secret ${secret}`);
      assert.ok(!log.toLowerCase().includes(secret.toLowerCase()), `the log contains the secret ${secret}`);
    }
    return body;
  };
  const fail = async (app: string, cases: readonly (readonly [Record<string, string>, RegExp])[]): Promise<void> => {
    for (const [values, reason] of cases) {
      const result = await tried(app, values);
      assert.equal(result.success, false, JSON.stringify([values, result]));
      assert.match(result.reason, reason);
    }
  };
  return { server, workspace, create, tried, fail };
}

/** Makes a server listen until the test file ends. Returns its port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}
