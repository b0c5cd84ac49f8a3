/** The objects of the engine: the definition of its custom resource, and what is in its namespace. */
import { OPERATOR, PAIRING_SECRET, RESOURCE } from './names.ts';
import {
  deploymentSpec,
  labelsOf,
  namespaceObject,
  outboundOnly,
  roleObjects,
  serviceAccountObject,
  type KubernetesObject,
  type RoleRule,
} from './object.ts';
import type { EngineValues } from './values.ts';

/** The custom resource definitions, which are applied first. */
export const definitionObjects = ({ engine }: EngineValues): KubernetesObject[] => [
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${RESOURCE.plural}.${RESOURCE.group}`, labels: labelsOf(OPERATOR, engine.version) },
    spec: {
      group: RESOURCE.group,
      scope: 'Namespaced',
      names: { kind: RESOURCE.kind, listKind: `${RESOURCE.kind}List`, plural: RESOURCE.plural, singular: RESOURCE.kind.toLowerCase() },
      versions: [
        {
          name: RESOURCE.version,
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              required: ['spec'],
              properties: {
                spec: {
                  type: 'object',
                  required: ['engineId', 'linkId', 'environmentId'],
                  properties: Object.fromEntries(
                    ['engineId', 'linkId', 'environmentId', 'name', 'logStrategy', 'metricsStrategy'].map((name) => [
                      name,
                      { type: 'string' },
                    ]),
                  ),
                },
                status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              },
            },
          },
        },
      ],
    },
  },
];

/** What the operator may do in its own namespace: keep its credential, and see how it runs. */
const OPERATOR_RULES: readonly RoleRule[] = [
  { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create', 'update', 'patch', 'delete'] },
  { apiGroups: [''], resources: ['pods', 'events'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'list', 'watch'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
];

/** The objects in the namespace of the engine, in the order of applying. */
export function engineObjects(values: EngineValues): KubernetesObject[] {
  const { namespace, engine, controlPlane, pairingKey, image, resources } = values;
  const labels = labelsOf(OPERATOR, engine.version);
  const own = { namespace: namespace.name, labels };
  const env = [
    { name: 'MILLRACE_URL', value: controlPlane.url },
    { name: 'MILLRACE_DYNAMIC_ENGINE', value: engine.id },
    { name: 'MILLRACE_NAMESPACE', valueFrom: { fieldRef: { fieldPath: 'metadata.namespace' } } },
    { name: 'MILLRACE_PAIRING_KEY', valueFrom: { secretKeyRef: { name: PAIRING_SECRET, key: 'key', optional: true } } },
  ];
  return [
    ...(namespace.create ? [namespaceObject(namespace.name, labels)] : []),
    serviceAccountObject(OPERATOR, namespace.name, labels),
    ...(pairingKey === ''
      ? []
      : [
          { apiVersion: 'v1', kind: 'Secret', metadata: { name: PAIRING_SECRET, ...own }, type: 'Opaque', stringData: { key: pairingKey } },
        ]),
    ...roleObjects(OPERATOR, namespace.name, labels, OPERATOR_RULES, { name: OPERATOR, namespace: namespace.name }),
    outboundOnly(OPERATOR, namespace.name, labels),
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: OPERATOR, ...own, annotations: { 'millrace.dev/engine-name': engine.name } },
      spec: deploymentSpec(OPERATOR, image, labels, { args: ['operator'], env, resources }),
    },
  ];
}
