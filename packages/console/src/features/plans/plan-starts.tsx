/** The automatic starts of a plan. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { serverNow, useChange, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { TextLink } from '../../ui/links.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { CopyLine } from '../../ui/copy-text.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { TimeText, useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from '../schedules/calendar-view.ts';
import { START_READS, StartChoice } from '../schedules/start-choice.tsx';
import { startMessages } from '../schedules/messages.ts';
import { triggerSentence } from '../schedules/trigger-sentence.ts';
import { planMessages } from './messages.ts';

const YEAR = 366 * 86_400_000;
const MAX_SHOWN = 5;

type PlanStartsProps = { planId: string; environmentId: string | undefined; mayChange: boolean };

/** The card: triggers as sentences, the next starts, and whether runs may overlap. */
export function PlanStarts({ planId, environmentId, mayChange }: PlanStartsProps): ReactNode {
  const text = useText(planMessages);
  const start = useText(startMessages);
  const language = useLanguage();
  const today = calendarDayOf(serverNow(), useZone());
  const path = { planId };
  const [now] = useState(() => Math.floor(serverNow()));
  const { data: stored, error } = useRead('GET /orchestration/executables/plans/{planId}/run-config', { path });
  // A plan without a run configuration starts only by hand; the API answers 404 for it.
  const config: Schema<'PlanRunConfig'> | undefined =
    stored ?? (error instanceof ApiError && error.status === 404 ? { trigger: { type: 'MANUAL' } } : undefined);
  const hasSchedule = config?.trigger.type === 'MULTIPLE';
  const isAutomatic = config !== undefined && config.trigger.type !== 'MANUAL';
  const { data: schedule } = useRead('GET /orchestration/executables/plans/{planId}/schedule', { path }, { enabled: hasSchedule });
  const { data: next } = useRead(
    'GET /orchestration/executables/plans/{planId}/run-config/events',
    { path, query: { from: now, to: now + YEAR, limit: MAX_SHOWN } },
    { enabled: isAutomatic },
  );
  const change = useChange('PUT /orchestration/executables/plans/{planId}/run-config', {
    refreshes: START_READS,
    notice: text('saved'),
  });
  if (!config) return <ErrorNote error={error} />;
  const triggers = hasSchedule ? (schedule?.triggers ?? []) : isAutomatic ? [config.trigger] : [];
  return (
    <Card
      title={text('starts')}
      actions={
        mayChange && <StartChoice owner={{ kind: 'PLAN', id: planId, config }} environmentId={environmentId} trigger={config.trigger} />
      }
    >
      {!isAutomatic && <p className="hint">{text('noStarts')}</p>}
      <ul className="plain-list">
        {triggers.map((trigger, index) => (
          <li key={index} className="sentence">
            {triggerSentence(trigger, language, today)}
          </li>
        ))}
      </ul>
      {config.trigger.webhook?.url !== undefined && <CopyLine label={start('url')}>{config.trigger.webhook.url}</CopyLine>}
      {schedule && hasSchedule && (
        <p>
          <TextLink to="/schedules/$scheduleId" params={{ scheduleId: schedule.id }} name={schedule.description || schedule.id} />
        </p>
      )}
      {isAutomatic && next && next.items.length > 0 && (
        <p>
          <span className="hint">{text('nextStarts')}: </span>
          {next.items.map((at, index) => (
            <span key={at}>
              {index > 0 && ' · '}
              <TimeText at={at} form="minute" />
            </span>
          ))}
        </p>
      )}
      {mayChange ? (
        <CheckField
          isSelected={config.parallelExecutionAllowed ?? false}
          onChange={(isOn) => change.mutate({ path, body: { trigger: config.trigger, parallelExecutionAllowed: isOn } })}
        >
          {text('parallel')}
        </CheckField>
      ) : (
        config.parallelExecutionAllowed && <p className="hint">{text('parallel')}</p>
      )}
      <ErrorNote error={change.error} />
    </Card>
  );
}
