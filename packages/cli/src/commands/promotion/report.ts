import type { Schema } from '@millrace/contract';
import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { isId } from '../../names.ts';
import type { Output } from '../../output.ts';
import type { Cell, Tone } from '../../table.ts';
import { oneLine } from '../../text.ts';
import { type ChoiceOptions, findChosen, keptFields, withPromotionOptions } from './chosen-object.ts';
import { readPromotion } from './lookup.ts';

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
export function printReport(output: Output, record: PromotionRecord): void {
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
  options: (command) => withPromotionOptions(command.alias('analyse')),
  examples: ['millrace promotion analyze Test/Production', 'millrace promotion analyze Test/Production --plan monthly'],
  async run({ client, output }, idOrName: string, options: ChoiceOptions) {
    const promotion = await readPromotion(client, idOrName);
    const chosen = await findChosen(client, promotion, options);
    const { body } = await client.call('POST /orchestration/executables/promotions/{promotionId}', {
      path: { promotionId: promotion.executable },
      body: { ...keptFields(options), ...(chosen && { promotionAdvancedInfo: chosen }) },
    });
    if (output.json) return output.printJson(body);
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
    if (output.json) return output.printJson(body);
    return printReport(output, body);
  },
});
