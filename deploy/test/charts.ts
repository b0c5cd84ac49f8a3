/** Charts as tests see them: rendered by helm, without a cluster. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../../scripts/house/source-files.ts';

/** The program helm: that of MILLRACE_HELM, or of the PATH. */
const HELM = process.env['MILLRACE_HELM'] || 'helm';

/** The version of Kubernetes that charts are rendered for. */
export const KUBERNETES = '1.30.0';

/** The reason why charts cannot be rendered on this machine; undefined if they can. */
export const whyNoHelm: string | undefined =
  spawnSync(HELM, ['version']).status === 0 ? undefined : 'helm is not on the PATH; MILLRACE_HELM may name it';

/** An object of Kubernetes of any kind. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests compare objects of every shape with literals
export type KubernetesObject = { apiVersion: string; kind: string; metadata: any; spec?: any; data?: Record<string, string> };

/** The output of a run of helm. */
export type HelmRun = { ok: boolean; output: string; errors: string };

/** Runs helm with values. */
export function runHelm(words: readonly string[], values: object = {}): HelmRun {
  const input = JSON.stringify(values);
  const { status, stdout, stderr } = spawnSync(HELM, [...words, '--values', '-'], {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { ok: status === 0, output: stdout, errors: stderr };
}

/** The folder of a chart. */
export const chartFolder = (chart: string): string => join(root, 'deploy', 'charts', chart);

/** Renders a chart; throws the message of helm if it refuses the values. */
export function renderChart(
  chart: string,
  values: object,
  { release = 'mill', namespace = 'data', words: more = [] }: { release?: string; namespace?: string; words?: readonly string[] } = {},
): KubernetesObject[] {
  // Without the version, helm uses the one that it was built with.
  const words = ['template', release, chartFolder(chart), '--namespace', namespace, '--kube-version', KUBERNETES, ...more];
  const { ok, output, errors } = runHelm(words, values);
  if (!ok) throw new Error(errors);
  const documents = parseAllDocuments(output);
  return documents.flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    const object = document.toJS() as KubernetesObject | null;
    return object === null ? [] : [object];
  });
}

/** Returns the description of the pods of an object; undefined if it has none. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export const podOf = ({ kind, spec }: KubernetesObject): any => (kind === 'Pod' ? spec : spec?.template?.spec);

/** Lists what the restricted pod security standard, and our own rules, forbid in a pod. */
export function podFaults(object: KubernetesObject): string[] {
  const pod = podOf(object);
  if (pod === undefined) return [];
  const checks: [holds: boolean, fault: string][] = [
    [pod.securityContext?.runAsNonRoot === true, 'runAsNonRoot'],
    [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'seccompProfile'],
    [pod.automountServiceAccountToken === false, 'automountServiceAccountToken'],
    [![pod.hostNetwork, pod.hostPID, pod.hostIPC].some(Boolean), 'host namespaces'],
  ];
  for (const { name, securityContext, resources, ports = [] } of [...(pod.initContainers ?? []), ...pod.containers])
    checks.push(
      [securityContext?.allowPrivilegeEscalation === false, `${name}: allowPrivilegeEscalation`],
      [securityContext?.readOnlyRootFilesystem === true, `${name}: readOnlyRootFilesystem`],
      [JSON.stringify(securityContext?.capabilities) === '{"drop":["ALL"]}', `${name}: capabilities`],
      [Boolean(resources?.requests?.cpu && resources.requests.memory && resources.limits?.memory), `${name}: resources`],
      [!ports.some((port: { hostPort?: number }) => port.hostPort), `${name}: hostPort`],
    );
  return checks.filter(([holds]) => !holds).map(([, fault]) => `${object.kind} ${object.metadata.name}: ${fault}`);
}
