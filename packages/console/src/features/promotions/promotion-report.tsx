/** The report of a promotion, shown as a diff of the target. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useText } from '../../text/language.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { StatusMark, type StatusTone } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { promotionMessages } from './messages.ts';
import styles from './promotion-report.module.css';

/** A report: of an execution or of an analysis. */
type PromotionRecord = Schema<'PromotionExecutionStatus'>;

/** A line: an object, the effect on it in the target, and the messages of the server. */
type PromotionReportRow = {
  id: string;
  kind: Schema<'PromotionItemType'> | 'PROFILE';
  name: string;
  /** The version in the target before the promotion. */
  before: string | undefined;
  /** The version in the source. */
  after: string | undefined;
  effect: Schema<'PromotionReport'>['status'];
  messages: Schema<'PromotionMessage'>[];
};

/** The lines of a workspace, or of engines and clusters if it has no name. */
type ReportGroup = { id: string; workspace: string | undefined; rows: PromotionReportRow[] };

const STATUS_TONES: Readonly<Record<PromotionRecord['status'], StatusTone>> = {
  ANALIZED: 'waits',
  PROMOTION_STARTED: 'runs',
  PROMOTION_WARNING: 'partly',
  PROMOTION_FAILED: 'bad',
  PROMOTED: 'good',
};
/** The signs of a diff. */
const SIGNS: Readonly<Record<PromotionReportRow['effect'], string>> = {
  CREATED: '+',
  REPLACED: '~',
  REUSED: '=',
  FAILED: '!',
  SKIPPED: '–',
};
const EFFECTS = ['CREATED', 'REPLACED', 'FAILED', 'SKIPPED', 'REUSED'] as const;

/** The card with the status of a promotion, the numbers of its effects, and a table of objects for each workspace. */
export function PromotionReportView({ report, target }: { report: PromotionRecord; target: string }): ReactNode {
  const text = useText(promotionMessages);
  const [showsAll, setShowsAll] = useState(false);
  const groups = groupsOf(report);
  const counts = countEffects(groups);
  const shown = groups
    .map((group) => ({ ...group, rows: showsAll ? group.rows : group.rows.filter(differs) }))
    .filter(({ rows }) => rows.length > 0);
  const isAnalysis = report.status === 'ANALIZED';
  return (
    <Card
      title={isAnalysis ? text('analysis') : text('report')}
      actions={<StatusMark tone={STATUS_TONES[report.status]}>{text(report.status)}</StatusMark>}
    >
      <p className="hint">
        {text(isAnalysis ? 'whenAnalysed' : 'when')}: <TimeText at={report.triggerTimestamp} />
        {report.context !== undefined && <bdi> · {report.context}</bdi>}
      </p>
      <p className={styles['counts']}>
        {EFFECTS.filter((effect) => counts.has(effect)).map((effect) => (
          <span key={effect} className={`${styles['effect']} ${styles[effect.toLowerCase()]}`}>
            <span aria-hidden="true">{SIGNS[effect]}</span> {counts.get(effect)} {text(effect)}
          </span>
        ))}
      </p>
      {report.defective && (
        <div className="note bad">
          <p>{text('defective')}</p>
        </div>
      )}
      <CheckField isSelected={showsAll} onChange={setShowsAll}>
        {text('showAll')}
      </CheckField>
      {shown.length === 0 && <p className={styles['same']}>{text('allSame')}</p>}
      {shown.map((group) => (
        <Group key={group.id} group={group} target={target} />
      ))}
    </Card>
  );
}

function Group({ group: { workspace, rows }, target }: { group: ReportGroup; target: string }): ReactNode {
  const text = useText(promotionMessages);
  return (
    <>
      <h3 className={styles['heading']} dir="auto">
        {workspace === undefined ? text('runtimes') : text('workspaceNamed', { name: workspace })}
      </h3>
      <table className={styles['report']}>
        <thead>
          <tr>
            <th scope="col">{text('effect', { target })}</th>
            <th scope="col">{text('kind')}</th>
            <th scope="col">{text('object')}</th>
            <th scope="col">{text('version')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.kind} ${row.id}`} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const LEVEL_TONES: Readonly<Record<Schema<'PromotionMessage'>['level'], StatusTone>> = { INFO: 'off', WARN: 'partly', ERROR: 'bad' };

function Row({ row: { kind, name, before, after, effect, messages } }: { row: PromotionReportRow }): ReactNode {
  const text = useText(promotionMessages);
  const versions =
    before !== undefined && after !== undefined && before !== after ? text('versions', { before, after }) : (after ?? before ?? '');
  return (
    <tr>
      <td>
        <span className={`${styles['effect']} ${styles[effect.toLowerCase()]}`}>
          <span aria-hidden="true">{SIGNS[effect]}</span> {text(effect)}
        </span>
      </td>
      <td>{text(kind)}</td>
      <td>
        <bdi className={styles['name']}>{name}</bdi>
        {messages.map(({ info, level }, index) => (
          <span key={index} className={styles['message']}>
            <StatusMark tone={LEVEL_TONES[level]}>
              <span className="hint">{info}</span>
            </StatusMark>
          </span>
        ))}
      </td>
      <td>{versions}</td>
    </tr>
  );
}

type ReportedObject = {
  id: string;
  name: string;
  version?: string | number;
  targetVersion?: string;
  analyzeReport: Schema<'PromotionReport'>;
  promotionReport?: Schema<'PromotionReport'>;
};

/** The version as pages show it. That of a task is a number, which stands after `0.` everywhere else, also in `targetVersion`. */
const versionText = (version: string | number | undefined): string | undefined => (typeof version === 'number' ? `0.${version}` : version);

/** The effect of an execution takes precedence over the effect that its analysis expected. */
const rowOf = (object: ReportedObject, kind: PromotionReportRow['kind']): PromotionReportRow => {
  const { status, messages } = object.promotionReport ?? object.analyzeReport;
  return {
    id: object.id,
    kind,
    name: object.name,
    before: object.targetVersion,
    after: versionText(object.version),
    effect: status,
    messages: [...messages],
  };
};

/** Converts the report of a promotion into lines, one for each object, grouped by workspace. */
function groupsOf(report: PromotionRecord): ReportGroup[] {
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
const differs = ({ effect, messages }: PromotionReportRow): boolean =>
  effect !== 'REUSED' || messages.some(({ level }) => level !== 'INFO');

/** Counts the lines by effect. */
function countEffects(groups: readonly ReportGroup[]): Map<PromotionReportRow['effect'], number> {
  const counts = new Map<PromotionReportRow['effect'], number>();
  for (const { rows } of groups) for (const { effect } of rows) counts.set(effect, (counts.get(effect) ?? 0) + 1);
  return counts;
}
