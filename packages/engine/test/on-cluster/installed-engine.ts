/** A dynamic engine on a real cluster, from its creation on, for the tests of both kinds of package. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { withEntries } from '@millrace/wire/zip-entries';
import { kubectl } from './cluster-support.ts';
import { ControlPlaneProcess, repository, until } from './control-plane-process.ts';

/** The namespace of the operator. */
export const ENGINE_NAMESPACE = 'millrace-engine';

/** Runs helm as the administrator. */
export const helm = (...words: string[]): string => execFileSync('helm', words, { encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });

/** The folder of a chart. */
export const chart = (name: string): string => join(repository, 'deploy', 'charts', name);

/** An engine that was created by the command line, with one environment. */
export class InstalledEngine {
  readonly plane: ControlPlaneProcess;
  readonly id: string;
  readonly environment: { id: string; name: string; namespace: string };

  private constructor(plane: ControlPlaneProcess, id: string, environment: { id: string; name: string }) {
    this.plane = plane;
    this.id = id;
    this.environment = { ...environment, namespace: `millrace-env-${environment.id}` };
  }

  /** Creates an engine and an environment with the workspace `Pods`. */
  static create(plane: ControlPlaneProcess, name: string): InstalledEngine {
    const { id } = JSON.parse(plane.cli('dynamic-engine', 'create', name, '--json')) as { id: string };
    const fields = ['-f', `name=${Array.from(name).slice(0, 244).join('')} production`, '-f', 'workspaceName=Pods'];
    const body = plane.cli('api', 'POST', '/orchestration/dynamic-engine-environments', ...fields);
    return new InstalledEngine(plane, id, JSON.parse(body) as { id: string; name: string });
  }

  /** Generates a package and unpacks it; returns a function that finds the path of one of its files. */
  async package(kind: 'helm' | 'manifest', ...options: string[]): Promise<(name: string) => string> {
    const zip = join(this.plane.home, `${crypto.randomUUID()}.zip`);
    this.plane.cli('dynamic-engine', 'package', this.id, '--kind', kind, '--file', zip, ...options);
    const files = new Map<string, string>();
    await withEntries(zip, async (entries) => {
      for (const { name, content } of entries) {
        const file = `${zip}-${name}`;
        await writeFile(file, await textOf(Readable.from(content())));
        files.set(name, file);
      }
    });
    return (name) => files.get(name) ?? assert.fail(`${name} is not among ${[...files.keys()].join(', ')}`);
  }

  async state(): Promise<string> {
    return (await this.plane.client.call('GET /processing/runtimes/dynamic-engines/{id}', { path: { id: this.id } })).body.state;
  }

  async environmentState(): Promise<string> {
    const path = { environmentId: this.environment.id };
    return (await this.plane.client.call('GET /orchestration/dynamic-engine-environments/{environmentId}', { path })).body.status;
  }

  awaitState = (state: string): Promise<unknown> => until(`the state ${state}`, async () => (await this.state()) === state);
  awaitEnvironmentState = (state: string): Promise<unknown> =>
    until(`the environment ${state}`, async () => (await this.environmentState()) === state);

  /** The state of the environment, as the operator reports it. */
  async reported() {
    const path = { dynamicEngineId: this.id, environmentId: this.environment.id };
    const route = 'GET /processing/runtimes/dynamic-engines/{dynamicEngineId}/environments/{environmentId}/status';
    return (await this.plane.client.call(route, { path })).body;
  }
}

/** The names of the Pods of a program. */
export const podsOf = (namespace: string, program: string): string[] =>
  kubectl('get', 'pods', '--namespace', namespace, '--selector', `app.kubernetes.io/name=${program}`, '--output', 'name')
    .split('\n')
    .filter((name) => name !== '');

/** Whether a namespace exists. */
export const hasNamespace = (name: string): boolean => kubectl('get', 'namespace', name, '--ignore-not-found', '--output', 'name') !== '';
