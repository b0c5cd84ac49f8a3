/** Converts the report of a promotion into lines, one for each object, grouped by workspace. */
import type { Schema } from '@millrace/contract';

/** A report: of an execution or of an analysis. */
export type PromotionRecord = Schema<'PromotionExecutionStatus'>;

/** A line: an object, the effect on it in the target, and the message of the server. */
export type PromotionReportRow = {
  id: string;
  kind: Schema<'PromotionItemType'> | 'PROFILE';
  name: string;
  /** The version in the target before the promotion, and the version in the source. */
  before: string | undefined;
  after: string | undefined;
  effect: Schema<'PromotionReport'>['status'];
  messages: Schema<'PromotionMessage'>[];
};

/** The lines of a workspace, or of engines and clusters if it has no name. */
export type ReportGroup = { id: string; workspace: string | undefined; rows: PromotionReportRow[] };

type ReportedObject = {
  id: string;
  name: string;
  version?: string | number;
  targetVersion?: string;
  analyzeReport: Schema<'PromotionReport'>;
  promotionReport?: Schema<'PromotionReport'>;
};

/** The effect of an execution takes precedence over the effect that its analysis expected. */
const rowOf = (object: ReportedObject, kind: PromotionReportRow['kind']): PromotionReportRow => {
  const { status, messages } = object.promotionReport ?? object.analyzeReport;
  return {
    id: object.id,
    kind,
    name: object.name,
    before: object.targetVersion,
    after: object.version === undefined ? undefined : String(object.version),
    effect: status,
    messages: [...messages],
  };
};

/** The lines of a report. */
export function groupsOf(report: PromotionRecord): ReportGroup[] {
  const workspaces = report.workspaces.map((workspace) => ({
    id: workspace.id,
    workspace: workspace.name,
    rows: [
      rowOf(workspace, 'WORKSPACE'),
      ...workspace.plans.map((plan) => rowOf(plan, plan.type)),
      ...workspace.flows.map((flow) => rowOf(flow, flow.type)),
      ...workspace.actions.map((action) => rowOf(action, action.type)),
      ...workspace.connections.map((connection) => rowOf(connection, connection.type)),
      ...workspace.resources.map((resource) => rowOf(resource, resource.type)),
    ],
  }));
  const runtimes = [...report.engines, ...report.clusters].flatMap((runtime) => [
    rowOf(runtime, runtime.type),
    ...runtime.runProfiles.map((profile) => rowOf(profile, 'PROFILE')),
  ]);
  return runtimes.length > 0 ? [...workspaces, { id: 'runtimes', workspace: undefined, rows: runtimes }] : workspaces;
}

/** Whether a line reports more than an unchanged object. */
export const differs = ({ effect, messages }: PromotionReportRow): boolean =>
  effect !== 'REUSED' || messages.some(({ level }) => level !== 'INFO');

/** Counts the lines by effect. */
export function countEffects(groups: readonly ReportGroup[]): Map<PromotionReportRow['effect'], number> {
  const counts = new Map<PromotionReportRow['effect'], number>();
  for (const { rows } of groups) for (const { effect } of rows) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  return counts;
}
