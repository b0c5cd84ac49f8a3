import type { Schema } from '@millrace/contract';
import { MillraceError } from '@millrace/client';
import type { Client } from '@millrace/contract/client';
import { Failure } from '../../failure.ts';
import { serverCommand } from '../../command-builders.ts';
import { firstIdIn, isId, pickOne } from '../../names.ts';
import type { Output } from '../../output.ts';
import { readPages } from '../../pages.ts';
import type { Cell, Tone } from '../../table.ts';
import { oneLine } from '../../text.ts';
import { findPlanId } from '../plan/lookup.ts';
import { findTaskId } from '../task/lookup.ts';
import { findWorkspaceOrDefault } from '../workspace/lookup.ts';
import { type FoundPromotion, readPromotion } from './lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

/** The single object that is promoted, with what it needs. */
type ChosenObject = { id: string; type: 'WORKSPACE' | 'PLAN' | 'FLOW' | 'ACTION' };

/** The options for the content of a promotion, and for the objects that keep theirs. */
const CHOICE_OPTIONS = {
  '--workspace <name or id>': 'only a workspace of the source, with what it needs',
  '--plan <name or id>': 'only a plan of the source, with what it needs',
  '--task <name or id>': 'only a task of the source, with what it needs',
  '--artifact <name or id>': 'only an artifact of the source',
  '--keep-resources': 'resources of the target keep their content and description',
  '--keep-run-profiles': 'run profiles of the target keep their JVM arguments and description',
  '--context <text>': 'reason of the call, stored in the record',
} as const satisfies OptionTable;

type ChoiceOptions = OptionsOf<typeof CHOICE_OPTIONS>;

/** The fields that the requests of an analysis and of an execution have in common. */
const commonFields = ({ keepResources, keepRunProfiles, context }: ChoiceOptions) => ({
  ...(keepResources && { keepTargetResources: true }),
  ...(keepRunProfiles && { keepTargetRunProfiles: true }),
  ...(context !== undefined && { context }),
});

/** Finds the named object in the source environment; undefined if everything is promoted. */
async function findChosen(
  client: Client,
  { sourceEnvironment: { id, name } }: FoundPromotion,
  { workspace, plan, task, artifact }: ChoiceOptions,
): Promise<ChosenObject | undefined> {
  if ([workspace, plan, task, artifact].filter((name) => name !== undefined).length > 1)
    throw new Failure('usage', 'Give only one of --workspace, --plan, --task and --artifact.');
  // Limits the search to the source environment; no workspace has this id.
  const anyWorkspace = { id: '', name: '', environment: { id, name } };
  if (plan !== undefined) return { type: 'PLAN', id: await findPlanId(client, plan, anyWorkspace) };
  if (task !== undefined) return { type: 'FLOW', id: await findTaskId(client, task, anyWorkspace) };
  if (artifact !== undefined) return { type: 'ACTION', id: await findArtifactId(client, artifact, id) };
  if (workspace === undefined) return undefined;
  const fullName = isId(workspace) || workspace.includes('/') ? workspace : `${name}/${workspace}`;
  return { type: 'WORKSPACE', id: (await findWorkspaceOrDefault(client, fullName)).id };
}

async function findArtifactId(client: Client, idOrName: string, environmentId: string): Promise<string> {
  if (isId(idOrName)) return idOrName;
  const { items } = await readPages(client, 'GET /orchestration/artifacts', { query: { environmentId } });
  return pickOne('artifact', idOrName, items, ({ id, name, workspace }) => ({
    id,
    names: [name, `${workspace.name ?? ''}/${name}`],
    place: workspace.name,
  })).id;
}

type PromotionRecord = Schema<'PromotionExecutionStatus'>;
type Item = {
  type?: Schema<'PromotionItemType'>;
  name: string;
  version?: string | number;
  analyzeReport: Schema<'PromotionReport'>;
  promotionReport?: Schema<'PromotionReport'>;
};

/** The words of commands for kinds of objects. */
const KINDS: Readonly<Partial<Record<Schema<'PromotionItemType'>, string>>> = { FLOW: 'task', ACTION: 'artifact' };

const EFFECT_TONES: Readonly<Record<Schema<'PromotionReport'>['status'], Tone>> = {
  CREATED: 'green',
  REPLACED: 'green',
  REUSED: 'dim',
  SKIPPED: 'yellow',
  FAILED: 'red',
};

const STATUS_TONES: Readonly<Record<PromotionRecord['status'], Tone>> = {
  ANALIZED: 'cyan',
  PROMOTION_STARTED: 'cyan',
  PROMOTED: 'green',
  PROMOTION_WARNING: 'yellow',
  PROMOTION_FAILED: 'red',
};

/** Prints the report of an execution or analysis: a line for each object, then the status. */
function printReport(output: Output, record: PromotionRecord): void {
  const rows = [
    ...record.workspaces.flatMap((workspace) => [
      rowOf(workspace.name, workspace),
      ...[workspace.actions, workspace.connections, workspace.resources].flatMap((items) =>
        items.flatMap((item) => [
          rowOf(workspace.name, item),
          ...(item.versions ?? []).map((version) => rowOf(workspace.name, version, 'version')),
        ]),
      ),
      ...workspace.flows.map((item) => rowOf(workspace.name, item)),
      ...workspace.plans.map((item) => rowOf(workspace.name, item)),
    ]),
    ...[...record.engines, ...record.clusters].flatMap((runtime) => [
      rowOf('', runtime),
      ...runtime.runProfiles.map((profile) => rowOf('', profile)),
    ]),
  ];
  output.printTable(['WORKSPACE', 'KIND', 'NAME', 'VERSION', 'EFFECT', 'MESSAGES'], rows, 'There is nothing to promote.');
  output.print('');
  output.printProperties([
    ['Promotion execution', record.executionId],
    ['Status', { text: record.status, tone: STATUS_TONES[record.status] }],
    ['Result', record.statusMessage],
  ]);
}

function rowOf(workspace: string, item: Item, kindName?: string): Cell[] {
  const { status, messages } = item.promotionReport ?? item.analyzeReport;
  const kind = kindName ?? (item.type === undefined ? 'run profile' : (KINDS[item.type] ?? item.type.toLowerCase()));
  const effect = { text: status.toLowerCase(), tone: EFFECT_TONES[status] };
  return [workspace, kind, item.name, item.version?.toString(), effect, messages.map(({ info }) => info).join(' ')];
}

/** `millrace promotion analyze`. */
export const analyzePromotion = serverCommand('analyze', {
  description: 'Show the changes that a promotion would make, without making them',
  arguments: { '<source/target or id>': 'the promotion' },
  options: CHOICE_OPTIONS,
  adjust: (command) => command.alias('analyse'),
  examples: ['millrace promotion analyze Test/Production', 'millrace promotion analyze Test/Production --plan monthly'],
  async run({ client, output, options }, idOrName: string) {
    const promotion = await readPromotion(client, idOrName);
    const chosen = await findChosen(client, promotion, options);
    const { body } = await client.call('POST /orchestration/executables/promotions/{promotionId}', {
      path: { promotionId: promotion.executable },
      body: { ...commonFields(options), ...(chosen && { promotionAdvancedInfo: chosen }) },
    });
    if (output.wantsData) return output.printData(body);
    return printReport(output, body);
  },
});

/** `millrace promotion report`. */
export const getPromotionExecution = serverCommand('report', {
  description: 'Show the report of an execution or an analysis of a promotion',
  arguments: { '<id>': 'id of the execution or analysis' },
  examples: ['millrace promotion report 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  async run({ client, output }, promotionExecutionId: string) {
    if (!isId(promotionExecutionId))
      throw new Failure('usage', `"${oneLine(promotionExecutionId)}" is no id. \`millrace promotion run\` and \`analyze\` print it.`);
    const path = { promotionExecutionId };
    const { body } = await client.call('GET /processing/executions/promotions/{promotionExecutionId}', { path });
    if (output.wantsData) return output.printData(body);
    return printReport(output, body);
  },
});

/** `millrace promotion run`. */
export const startPromotionExecution = serverCommand('run', {
  description: 'Run a promotion. If one object cannot be promoted, nothing is promoted, and the report says why',
  arguments: { '<source/target or id>': 'the promotion' },
  options: CHOICE_OPTIONS,
  examples: ['millrace promotion run Test/Production', 'millrace promotion run Test/Production --task nightly-load --keep-resources'],
  async run({ client, output, options }, idOrName: string) {
    const promotion = await readPromotion(client, idOrName);
    const chosen = await findChosen(client, promotion, options);
    const body = {
      executable: promotion.executable,
      ...commonFields(options),
      ...(chosen && { advanced: { artifactId: chosen.id, artifactType: chosen.type } }),
    };
    const started = await client.call('POST /processing/executions/promotions', { body }).catch(async (error: unknown) => {
      await printFailedReport(client, output, error);
      throw error;
    });
    if (output.wantsData) return output.printData(started.body.executionReport);
    return printReport(output, started.body.executionReport);
  },
});

/** Prints the report of a promotion that the server refused because of its content. */
async function printFailedReport(client: Client, output: Output, error: unknown): Promise<void> {
  if (!(error instanceof MillraceError) || error.code !== 'promotion_failed') return;
  const promotionExecutionId = firstIdIn(error.detail ?? '');
  if (promotionExecutionId === undefined) return;
  const path = { promotionExecutionId };
  const { body } = await client.call('GET /processing/executions/promotions/{promotionExecutionId}', { path });
  if (output.wantsData) output.printData(body);
  else printReport(output, body);
}
