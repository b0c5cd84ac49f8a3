/** The objects of the engine: the definition of its custom resource, and the content of its namespace. */
import { ENGINE_ENVIRONMENT, OPERATOR, OPERATOR_SECRETS, OWNER_LABELS, READY_FILE, SECRET_FIELDS } from '@millrace/wire/cluster-names';
import { deploymentSpec, labelsOf, namespaceObject, outboundOnly, serviceAccountObject, type KubernetesObject } from './object.ts';
import { OPERATOR_CLUSTER_RULES, OPERATOR_RULES, roleObjects } from './rights.ts';
import type { EngineValues } from './values.ts';

const { group, kind, plural, version } = ENGINE_ENVIRONMENT;

/** The fields of the custom resource, all of them texts. */
const FIELDS = ['engineId', 'linkId', 'environmentId', 'name', 'logStrategy', 'metricsStrategy'];

/** The custom resource definitions, which are applied first. They are the same in each cluster: Helm accepts no values for them. */
export const definitionObjects: readonly KubernetesObject[] = [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}`, labels: labelsOf(OPERATOR) },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          additionalPrinterColumns: [
            { name: 'Environment', type: 'string', jsonPath: '.spec.name' },
            { name: 'Engine', type: 'string', jsonPath: '.spec.engineId' },
          ],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: {
                spec: {
                  type: 'object',
                  required: ['engineId', 'linkId', 'environmentId'],
                  properties: Object.fromEntries(FIELDS.map((name) => [name, { type: 'string' }])),
                },
              },
            },
          },
        },
      ],
    },
  },
];

/** The objects of the engine, in the order in which they are applied. */
export function engineObjects(values: EngineValues): KubernetesObject[] {
  const { namespace, engine, controlPlane, pairingKey } = values;
  const labels = { ...labelsOf(OPERATOR, engine.version), [OWNER_LABELS.engine]: engine.id };
  const own = { namespace: namespace.name, labels };
  const account = { name: OPERATOR, namespace: namespace.name };
  const env = [
    { name: 'MILLRACE_URL', value: controlPlane.url },
    { name: 'MILLRACE_DYNAMIC_ENGINE', value: engine.id },
  ];
  const probe = { exec: { command: ['test', '-e', READY_FILE] } };
  return [
    ...(namespace.create ? [namespaceObject(namespace.name, labels)] : []),
    serviceAccountObject(OPERATOR, namespace.name, labels),
    ...(pairingKey === '' ? [] : [pairingSecret(own, pairingKey)]),
    // Its name contains that of the namespace, because a cluster may have several engines.
    ...roleObjects(`${namespace.name}-${OPERATOR}`, undefined, labels, OPERATOR_CLUSTER_RULES, account),
    ...roleObjects(OPERATOR, namespace.name, labels, OPERATOR_RULES, account),
    outboundOnly(OPERATOR, namespace.name, labels),
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: OPERATOR, ...own, annotations: { 'millrace.dev/engine-name': engine.name } },
      spec: deploymentSpec(OPERATOR, labels, values, { args: ['operator'], env, probe }),
    },
  ];
}

const pairingSecret = (own: { namespace: string; labels: Record<string, string> }, pairingKey: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: OPERATOR_SECRETS.pairing, ...own },
  type: 'Opaque',
  stringData: { [SECRET_FIELDS.key]: pairingKey },
});
