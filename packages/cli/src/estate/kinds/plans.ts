import type { BodyOf, Schema } from '@millrace/contract';

import { readPages } from '../../pages.ts';
import { chartSteps, toStepRequest, withKnownIds } from '../../commands/plan/chart-steps.ts';
import type { EstateFields, EstateKind, EstateWrite } from '../model/kind.ts';
import { forEachOf, type Site } from '../model/site.ts';
import { ifFound } from '../../if-found.ts';
import {
  fileRunConfig,
  filePause,
  FILLED_OF_EXECUTABLES,
  OMITTED_OF_EXECUTABLES,
  OPTIONAL_OF_EXECUTABLES,
  PAUSE_FIELD,
  requestTrigger,
} from './executables.ts';

/** Plans with their steps, their run configuration and their pause. */
export const PLAN_FILES: EstateKind = {
  noun: 'plan',
  path: 'environments/*/workspaces/*/plans/*.yaml',
  shape: {
    component: 'PlanRequest',
    fields: { runConfig: { $ref: '#/components/schemas/PlanRunConfigRequest' }, ...PAUSE_FIELD },
    omit: ['steps.*.id', 'steps.*.successfulStepCondition', 'runConfig.runtime', 'runConfig.logLevel', ...OMITTED_OF_EXECUTABLES],
    optional: OPTIONAL_OF_EXECUTABLES,
  },
  references: [
    { at: 'steps.*.taskIds.*', as: 'tasks', noun: 'task' },
    { at: 'steps.*.handlerOnFailure.taskIds.*', as: 'tasks', noun: 'task' },
    { at: 'steps.*.handlerOnFailure.planIds.*', as: 'plans', noun: 'plan' },
  ],
  kept: ['runConfig', 'pause', ...FILLED_OF_EXECUTABLES],
  uncompared: ['pause.pauseContext'],
  normalize: ({ steps, ...rest }) => ({ ...rest, steps: (steps as EstateFields[]).map(withoutDefaultCondition) }),

  async read(site) {
    const pages = await forEachOf(site.known('environment'), (environment) => {
      const environmentId = site.idOf(environment);
      return readPages(site.client, 'GET /orchestration/executables/plans', { query: { environmentId } });
    });
    const objects = await forEachOf(
      pages.flatMap(({ items }) => items),
      async ({ executable, name, description, chart, workspace, planPauseDetails }) => {
        const workspaceAddress = site.addressOf(workspace?.id ?? '');
        if (!workspaceAddress) return [];
        const path = { planId: executable };
        const config = await ifFound(site.client.call('GET /orchestration/executables/plans/{planId}/run-config', { path }));
        const { runtime: _, ...rest } = config?.body ?? {};
        const fields = {
          name,
          description,
          steps: chartSteps(chart).map(({ id: _id, ...step }) => toStepRequest(step)),
          runConfig: config && fileRunConfig({ ...rest, trigger: config.body.trigger }),
          pause: filePause(planPauseDetails),
        };
        return [{ address: { noun: 'plan' as const, names: [...workspaceAddress.names, name] }, id: executable, fields }];
      },
    );
    return objects.flat();
  },

  async create(site, write) {
    const { runConfig: _r, pause: _p, ...plan } = write.body;
    const workspaceId = site.idOf({ noun: 'workspace', names: write.address.names.slice(0, 2) });
    const body = { ...plan, workspaceId } as BodyOf<'POST /orchestration/executables/plans'>;
    const { body: created } = await site.client.call('POST /orchestration/executables/plans', { body });
    await setPauseAndRunConfig(site, created.id, write);
    return created.id;
  },

  async change(site, { id }, write) {
    const { runConfig: _r, pause: _p, steps, ...plan } = write.body;
    if ([...write.changed].some((field) => field !== 'runConfig' && field !== 'pause')) {
      const path = { planId: id };
      const { body: before } = await site.client.call('GET /orchestration/executables/plans/{planId}', { path });
      const sent = withKnownIds(steps as Schema<'StepRequest'>[], chartSteps(before.chart));
      const body = { ...plan, steps: sent } as BodyOf<'PUT /orchestration/executables/plans/{planId}'>;
      await site.client.call('PUT /orchestration/executables/plans/{planId}', { path, body });
    }
    await setPauseAndRunConfig(site, id, write);
  },

  remove: (site, { id }) => site.client.call('DELETE /orchestration/executables/plans/{planId}', { path: { planId: id } }),
};

const withoutDefaultCondition = ({ condition, ...step }: EstateFields): EstateFields =>
  condition === undefined || condition === 'ALL_SUCCEEDED' ? step : { ...step, condition };

async function setPauseAndRunConfig(site: Site, planId: string, { body: { runConfig, pause }, changed }: EstateWrite): Promise<void> {
  const path = { planId };
  if (pause !== undefined && changed.has('pause'))
    await site.client.call('PUT /orchestration/executables/plans/{planId}/pause', { path, body: pause as Schema<'PauseRequest'> });
  if (runConfig === undefined || !changed.has('runConfig')) return;
  const schedule = await ifFound(site.client.call('GET /orchestration/executables/plans/{planId}/schedule', { path }));
  const trigger = requestTrigger(runConfig as EstateFields, schedule !== undefined);
  const body = { ...(runConfig as EstateFields), trigger } as BodyOf<'PUT /orchestration/executables/plans/{planId}/run-config'>;
  await site.client.call('PUT /orchestration/executables/plans/{planId}/run-config', { path, body });
}
