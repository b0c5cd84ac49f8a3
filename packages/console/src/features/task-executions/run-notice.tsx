/**
 * Why a run failed, waits, did not start or was stopped, and what to do about it. The words are those of `error-messages.ts` in this folder (what the
 * job or the engine said) or of `explanation-texts.ts` of the contract; their translations are the sections `error` and `explanation`.
 */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow, useChange, useRead } from '../../app/api.ts';
import { CHANGES_STARTS, CHANGES_TASKS, RUNS_TASKS } from '../../app/needs.ts';
import { SEES_ENGINES } from '../../app/sections.ts';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { withoutOverrides } from '../../text/messages.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { NO_LOG_FILTERS } from '../execution-logs/log-filters.ts';
import { explanationSentences } from '../explanations/sentences.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { errorText } from './error-text.ts';
import { runMessages } from './messages.ts';
import { RunNoticeBox } from './run-head.tsx';
import { useStartRun } from './run-actions.ts';
import { nextStepsAfter, type NextStep } from './next-steps.ts';
import type { RunParts } from './run-strip.tsx';
import styles from './run-page.module.css';

const FAILURES: ReadonlySet<string | undefined> = new Set(['FAILED', 'DEPLOY_FAILED', 'TIMED_OUT', 'ENGINE_LOST']);
/** Reasons of which the strip and the log say everything. */
const SELF_EXPLANATORY: ReadonlySet<string | undefined> = new Set(['SUCCEEDED', 'RUNNING', 'HANDED_OUT', 'STOPPING']);

/** `connections` are those of the task, by the name that the job uses; only if one could not be opened. */
type RunNoticeProps = RunParts & { connections: Readonly<Record<string, string>> | undefined };

/** The box; none if there is nothing to explain. */
export function RunNotice(parts: RunNoticeProps): ReactNode {
  const { run, explanation, historic } = parts;
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  const [reason] = explanation.reasons;
  if (!reason || SELF_EXPLANATORY.has(reason.code)) return undefined;
  const { why, further, next } = explanationSentences(explanation, language);
  const sentence = withZonedTimes([why, ...further, next].filter(Boolean).join(' '), language, zone);
  if (!FAILURES.has(reason.code))
    return (
      <RunNoticeBox isBad={false}>
        <div className={styles['next']}>
          <span className={styles['sentence']} dir="auto">
            {sentence}
          </span>
          <NextSteps {...parts} />
        </div>
      </RunNoticeBox>
    );
  const { evidence } = reason;
  const { exitCode, lastErrorIndex: line } = evidence;
  const error = reason.code === 'FAILED' ? failureOf(evidence) : undefined;
  return (
    <RunNoticeBox isBad>
      <h2>{text('whyFailed')}</h2>
      <p className={styles['error']} dir="auto">
        {error === undefined ? sentence : withoutOverrides(errorText(error, language))}
      </p>
      <div className={styles['next']}>
        {line !== undefined && (
          <Link to="." search={(search) => ({ ...search, ...NO_LOG_FILTERS, line })} replace resetScroll={false}>
            {text('toLine', { line: numberFormat(language).format(line + 1) })}
          </Link>
        )}
        {exitCode !== undefined && <span className={styles['exit']}>{text('exitCode', { code: String(exitCode) })}</span>}
        <span className={styles['cause']}>{historic && <SameCause run={run} environmentId={historic.environmentId} />}</span>
        <NextSteps {...parts} />
      </div>
    </RunNoticeBox>
  );
}

/** The error types whose message says more than the last line of the log. */
const SAYS_MORE: ReadonlySet<string | undefined> = new Set(['JOB_ERROR', 'WRITE_REFUSED', 'SIGNAL', 'ENGINE_ERROR', 'INSTALL_RESTORED']);

/** What a failed run itself has said, or the engine about it. */
const failureOf = ({ errorType, errorMessage, lastErrorLine }: Schema<'ExplanationEvidence'>): string | undefined =>
  SAYS_MORE.has(errorType) ? (errorMessage ?? lastErrorLine) : (lastErrorLine ?? errorMessage);

const DAY = 24 * 60 * 60_000;

/** How many other runs of the day before and the day after have failed for the same cause. */
function SameCause({ run, environmentId }: Pick<RunParts, 'run'> & { environmentId: string }): ReactNode {
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  const at = Date.parse(run.triggerTimestamp);
  const { data } = useRead('POST /monitoring/observability/executions/causes', {
    body: { environmentId, from: at - DAY, to: at + DAY, executionId: run.executionId },
  });
  const [cause] = data?.causes ?? [];
  if (!data || !cause || cause.runs < 2) return undefined;
  const { firstAt } = cause;
  const time = timeText(firstAt, serverNow() - firstAt < DAY ? 'clock' : 'minute', language, zone);
  return (
    <Link to="/runs" search={{ cause: cause.cause }}>
      {text(data.isCapped ? 'sameCauseAtLeast' : 'sameCause', { count: cause.runs - 1, time })}
    </Link>
  );
}

/** The next steps as buttons. */
function NextSteps({ run, explanation, historic, connections }: RunNoticeProps): ReactNode {
  const steps = nextStepsAfter(explanation, connections);
  return (
    <span className={styles['steps']}>
      {steps.map((step) => (
        <NextStepButton key={JSON.stringify(step)} step={step} run={run} artifactId={historic?.artifactId} />
      ))}
    </span>
  );
}

type NextStepProps = Pick<RunParts, 'run'> & { step: NextStep; artifactId: string | undefined };

function NextStepButton({ step, run, artifactId }: NextStepProps): ReactNode {
  const text = useText(runMessages);
  const { jobId: taskId, workspaceId } = run;
  // The other steps that change the task change its run settings.
  const needs = step.kind === 'changeInputs' ? CHANGES_TASKS : CHANGES_STARTS;
  const mayChange = useLack({ ...needs, workspace: { id: workspaceId } }) === undefined;
  const seesEngines = useMay(...SEES_ENGINES);
  switch (step.kind) {
    case 'againNow':
      return <RunAgainStep run={run} />;
    case 'testConnection':
      return <TestStep id={step.id} name={step.name} />;
    case 'openEngine':
      return (
        seesEngines && <ButtonLink to="/engines/$engineId" params={{ engineId: step.id }} name={text('openEngine', { name: step.name })} />
      );
    case 'openEngines':
      return seesEngines && <ButtonLink to="/engines" name={text('openEngines')} />;
    case 'openRunAhead':
      return <ButtonLink to="/runs/$executionId" params={{ executionId: step.id }} name={text('openRunAhead')} />;
    case 'openTask':
      return <ButtonLink to="/tasks/$taskId" params={{ taskId }} name={text('openTask')} />;
    case 'openArtifact':
      return artifactId && <ButtonLink to="/artifacts/$artifactId" params={{ artifactId }} name={text('openArtifact')} />;
    default:
      return mayChange && <ButtonLink to="/tasks/$taskId/edit" params={{ taskId }} name={text(step.kind)} />;
  }
}

function RunAgainStep({ run: { jobId: taskId, workspaceId } }: Pick<RunParts, 'run'>): ReactNode {
  const text = useText(runMessages);
  const mayRun = useLack({ ...RUNS_TASKS, workspace: { id: workspaceId } }) === undefined;
  const restart = useStartRun(text('startedAgain'));
  return (
    <>
      <ErrorNote error={restart.error} />
      {mayRun && (
        <ActionButton icon="again" isPending={restart.isPending} onPress={() => restart.mutate({ body: { executable: taskId } })}>
          {text('againNow')}
        </ActionButton>
      )}
    </>
  );
}

function TestStep({ id: connectionId, name }: { id: string; name: string }): ReactNode {
  const text = useText(runMessages);
  const test = useChange('POST /orchestration/connections/{connectionId}/test');
  const { data } = test;
  return (
    <>
      <ErrorNote error={test.error} />
      {data && (
        <span role="status">
          <StatusMark tone={data.success ? 'good' : 'bad'}>
            <bdi className="wraps">{text(data.success ? 'works' : 'fails', { reason: data.reason })}</bdi>
          </StatusMark>
        </span>
      )}
      <ActionButton icon="connections" isPending={test.isPending} onPress={() => test.mutate({ path: { connectionId } })}>
        {text('testConnection', { name })}
      </ActionButton>
    </>
  );
}
