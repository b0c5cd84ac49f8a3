/** The steps and tasks of a run of a plan on a scale of time: a list, whose bars have the lengths of the runs. */
import type { ReactNode } from 'react';
import { serverNow } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { DurationText } from '../../ui/time-text.tsx';
import { planMessages } from '../plans/messages.ts';
import type { DraftStep, EntryPosition, PlanEntry } from '../plans/plan-draft.ts';
import { entryKey, entryTarget, PeriodText, stepKey, type NodeState, type RunPeriod, type RunStates } from '../plans/plan-status.tsx';
import styles from './plan-gantt.module.css';

/** The scale: its ends in epoch milliseconds, and now while the run is live. */
type Scale = { from: number; to: number; now: number | undefined };

/** The space behind the line of now, in parts of the scale. */
const AHEAD = 0.06;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** The scale of a run. While it is live, the scale ends a little after now. */
function scaleOf({ from, to }: RunPeriod): Scale {
  const now = to === undefined ? Math.max(serverNow(), from) : undefined;
  const end = now ?? to ?? from;
  const length = Math.max(end - from, 1);
  return { from, to: now === undefined ? from + length : from + length * (1 + AHEAD), now };
}

const shareOf = ({ from, to }: Scale, time: number): number => Math.min(Math.max((time - from) / (to - from), 0), 1);

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

type PlanGanttProps = { steps: readonly DraftStep[]; states: RunStates; period: RunPeriod };

/** The card. */
export function PlanGantt({ steps, states, period }: PlanGanttProps): ReactNode {
  const text = useText(planMessages);
  const scale = scaleOf(period);
  // Steps that are no longer in the plan come first, and have no number.
  const removed = steps.filter(({ id }) => id === undefined).length;
  return (
    <Card title={text('ganttTitle')}>
      <div className={styles['scale']} aria-hidden="true">
        <span />
        <span className={styles['ticks']}>
          {TICKS.map((share) => (
            <span key={share} style={{ insetInlineStart: percent(share) }}>
              <DurationText milliseconds={share * (scale.to - scale.from)} />
            </span>
          ))}
        </span>
      </div>
      <ol className={styles['chart']}>
        {steps.map((step, index) => (
          <li key={step.key}>
            <GanttRow scale={scale} state={states.get(stepKey(step.key))}>
              <strong dir="auto" title={step.name}>
                {step.id === undefined ? step.name : text('stepNumber', { number: index + 1 - removed, name: step.name })}
              </strong>
            </GanttRow>
            <GanttEntries step={step} part="tasks" scale={scale} states={states} />
            {step.handler.length > 0 && (
              <>
                <GanttRow scale={scale} state={states.get(stepKey(step.key, 'handler'))}>
                  <bdi>{text('handler')}</bdi>
                </GanttRow>
                <GanttEntries step={step} part="handler" scale={scale} states={states} />
              </>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

type GanttEntriesProps = { step: DraftStep; part: EntryPosition['part']; scale: Scale; states: RunStates };

const GanttEntries = ({ step, part, scale, states }: GanttEntriesProps): ReactNode => (
  <ul>
    {step[part].map((entry) => {
      const state = states.get(entryKey({ step: step.key, part, id: entry.id }));
      return (
        <li key={entry.id} className={styles['entry']}>
          <GanttRow scale={scale} state={state}>
            <EntryName entry={entry} state={state} />
          </GanttRow>
        </li>
      );
    })}
  </ul>
);

/** The name of a task or plan, as the link to its run, if it has one. */
function EntryName({ entry, state }: { entry: PlanEntry; state: NodeState | undefined }): ReactNode {
  const text = useText(planMessages);
  const name = entry.name ?? text('hidden');
  const target = entryTarget(entry, state);
  return target ? <TextLink {...target} name={name} /> : <bdi>{name}</bdi>;
}

/** One row: the name with its state, and the bar with its duration. */
function GanttRow({ scale, state, children }: { scale: Scale; state: NodeState | undefined; children: ReactNode }): ReactNode {
  return (
    <div className={styles['row']}>
      <span className={styles['name']}>
        {state ? <StatusMark tone={state.tone}>{children}</StatusMark> : children}
        <span className={styles['state']}>{state?.label}</span>
      </span>
      <span className={styles['track']} data-tone={state?.tone} aria-hidden="true">
        {state?.period && <Bar scale={scale} tone={state.tone} period={state.period} />}
        {scale.now !== undefined && <span className={styles['now']} style={{ insetInlineStart: percent(shareOf(scale, scale.now)) }} />}
      </span>
      <span className={styles['length']}>{state?.period && <PeriodText period={state.period} />}</span>
    </div>
  );
}

function Bar({ scale, tone, period: { from, to } }: { scale: Scale; tone: NodeState['tone']; period: RunPeriod }): ReactNode {
  const [begin, end] = [shareOf(scale, from), shareOf(scale, to ?? scale.now ?? scale.to)];
  return (
    <span
      className={`${styles['bar']} ${styles[tone] ?? ''}`}
      style={{ insetInlineStart: percent(begin), inlineSize: percent(end - begin) }}
    />
  );
}
