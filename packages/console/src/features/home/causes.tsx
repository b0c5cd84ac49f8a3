/** The failures of a range by their cause, with what can be done about each. */
import { Suspense, useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow, useRead } from '../../app/api.ts';
import { runTarget } from '../../app/link-targets.ts';
import { useMay } from '../../app/session.tsx';
import { lazyPart } from '../../ui/lazy-parts.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import type { Language } from '../../text/languages.ts';
import { withoutOverrides } from '../../text/messages.ts';
import type { TextOf } from '../../text/texts.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../../ui/action-menu.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { AgoText, timeText, useZone } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { errorText, shortErrorText } from '../task-executions/error-text.ts';
import { missedMessages, missedReason } from '../task-executions/missed-messages.ts';
import { RUNS_TASKS } from '../../app/needs.ts';
import styles from './home.module.css';
import { runsOf } from './home-counts.ts';
import type { HomeRange } from './home-ranges.ts';
import { homeMessages } from './messages.ts';
import { muteCause, unmuteCause, useMutedCauses } from './mutes.ts';
import { runsOfCause } from './runs-of-cause.ts';
import type { useCauses } from './use-causes.ts';

/** Loaded when it is opened: it is not a part of the first load. */
const RunAllAgain = lazyPart(async () => (await import('./run-all-again.tsx')).RunAllAgain);

type Cause = Schema<'FailureCause'>;

const MAX_SHOWN = 8;
/** The tasks whose success ends a mute, at most: the browser stores their ids. */
const MAX_MUTED_TASKS = 200;
const DAY = 86_400_000;

type CausesProps = { environmentId: string; read: ReturnType<typeof useCauses> };

/** The causes with the most runs first. Muted ones are counted in the last line, which also shows them. */
export function Causes({ environmentId, read: { data, error } }: CausesProps): ReactNode {
  const text = useText(homeMessages);
  const number = numberFormat(useLanguage());
  const muted = useMutedCauses(environmentId);
  const [showsAll, setShowsAll] = useState(false);
  const [showsMuted, setShowsMuted] = useState(false);
  const [again, setAgain] = useState<Cause>();
  const hasPermission = useMay(...RUNS_TASKS.permissions);
  // The right may be on a workspace of another environment: the start page does not read the workspaces for it, and each run is checked by the server.
  const own = useRead('GET /security/permissions/own', {}, { enabled: hasPermission });
  const mayRun = own.data?.some(({ permissions }) => permissions.includes(RUNS_TASKS.right)) ?? false;
  const isKnown = data !== undefined && muted !== undefined && (!hasPermission || !own.isPending);
  const open = isKnown ? data.causes.filter(({ cause }) => !muted.has(cause)) : [];
  const silent = isKnown ? data.causes.filter(({ cause }) => muted.has(cause)) : [];
  const shown = [...(showsAll ? open : open.slice(0, MAX_SHOWN)), ...(showsMuted ? silent : [])];
  const unshown = data ? data.total - silent.length - Math.min(open.length, showsAll ? open.length : MAX_SHOWN) : 0;

  function unmute({ cause }: Cause): void {
    unmuteCause(cause);
    // What is muted next is hidden again.
    if (silent.length === 1) setShowsMuted(false);
  }

  return (
    <Card title={text('causes')}>
      <ErrorNote error={error} />
      <div className={styles['causes']} aria-busy={!isKnown}>
        {isKnown && open.length === 0 && <p>{text(silent.length > 0 ? 'onlyMuted' : 'noCauses')}</p>}
        {isKnown && (
          <ul className="ruled">
            {shown.map((cause) => (
              <CauseLine
                key={cause.cause}
                {...{ cause, environmentId }}
                range={data.times}
                isMuted={muted.has(cause.cause)}
                onAgain={mayRun ? () => setAgain(cause) : undefined}
                onUnmute={() => unmute(cause)}
              />
            ))}
          </ul>
        )}
        {isKnown && (unshown > 0 || silent.length > 0) && (
          <p className={styles['more']}>
            {unshown > 0 &&
              (open.length > MAX_SHOWN && !showsAll ? (
                <ActionButton onPress={() => setShowsAll(true)}>{text('moreCauses', { count: unshown })}</ActionButton>
              ) : (
                <span className="hint">{text('moreCauses', { count: unshown })}</span>
              ))}
            {silent.length > 0 && (
              <ActionButton onPress={() => setShowsMuted((is) => !is)}>
                {text(showsMuted ? 'hideMuted' : 'showMuted', {
                  count: silent.length,
                  runs: number.format(silent.reduce((sum, { runs }) => sum + runs, 0)),
                })}
              </ActionButton>
            )}
          </p>
        )}
        {data?.isCapped && <p className="hint">{text('causesCapped')}</p>}
      </div>
      <Suspense>
        {again && data && (
          <RunAllAgain environmentId={environmentId} cause={again} range={data.times} onClose={() => setAgain(undefined)} />
        )}
      </Suspense>
    </Card>
  );
}

type CauseLineProps = {
  environmentId: string;
  cause: Cause;
  range: HomeRange;
  isMuted: boolean;
  /** Undefined if the person may not start tasks. */
  onAgain: (() => void) | undefined;
  onUnmute: () => void;
};

function CauseLine({ environmentId, cause, range, isMuted, onAgain, onUnmute }: CauseLineProps): ReactNode {
  const text = useText(homeMessages);
  const language = useLanguage();
  const { runs, tasks, status, newestType, newestExecutionId } = cause;
  const isMissed = status === 'DEPLOY_FAILED' || status === 'EXECUTION_MISFIRED';
  const message = causeText(cause, text, useText(missedMessages), language);
  const search = runsOf(range, { cause: cause.cause, ...(newestType === 'PLAN' && { plans: 'yes' }) });
  return (
    <li className={styles['cause']} data-cause={cause.cause}>
      <span className={styles['cause-text']} title={cause.message === undefined ? message : errorText(cause.message, language)}>
        <StatusMark tone={isMissed ? 'missed' : 'bad'}>
          <TextLink {...runTarget(newestType, newestExecutionId)} preload={false} name={message} />
        </StatusMark>
      </span>
      <span className={styles['cause-facts']}>
        <span>
          {text('runs', { count: runs })}
          {tasks < runs && ` ${text(newestType === 'PLAN' ? 'ofPlans' : 'ofTasks', { count: tasks })}`}
        </span>
        <CauseTimes cause={cause} />
      </span>
      <span className={styles['cause-actions']}>
        <ButtonLink to="/runs" search={search} preload={false} name={text('show')} aria-label={text('showRuns', { message })} />
        {newestType === 'TASK' && onAgain && (
          <ActionButton icon="again" onPress={onAgain} aria-label={`${text('allAgain')}: ${message}`}>
            {text('allAgain')}
          </ActionButton>
        )}
        {isMuted ? (
          <ActionButton onPress={onUnmute}>{text('unmute')}</ActionButton>
        ) : (
          <MuteMenu {...{ environmentId, cause, range }} message={message} />
        )}
      </span>
    </li>
  );
}

/** The times of the first and the last run; only how long ago the last one was, if there is one run, or a day or more between them. */
function CauseTimes({ cause: { runs, firstAt, lastAt } }: { cause: Cause }): ReactNode {
  const language = useLanguage();
  const zone = useZone();
  const [first, last] = [firstAt, lastAt].map((at) => timeText(at, 'minute', language, zone));
  if (runs === 1 || lastAt - firstAt >= DAY) return <AgoText at={lastAt} />;
  const [begin, end] = [firstAt, lastAt].map((at) => timeText(at, 'clock', language, zone));
  return (
    <time dateTime={new Date(lastAt).toISOString()} title={`${first} – ${last}`}>
      {begin === end ? end : `${begin} – ${end}`}
    </time>
  );
}

/** The message of a cause; without one, the reason why the runs did not start. */
function causeText(
  { message, misfiredReason, status }: Cause,
  text: TextOf<typeof homeMessages>,
  reasonText: TextOf<typeof missedMessages>,
  language: Language,
): string {
  if (message !== undefined) return withoutOverrides(shortErrorText(message, language));
  const reason = missedReason(misfiredReason, reasonText);
  if (reason !== undefined) return reason;
  if (status === 'EXECUTION_TERMINATED_TIMEOUT') return text('timedOut');
  return text(status === 'EXECUTION_FAILED' ? 'noReason' : 'didNotStart');
}

type MuteMenuProps = { environmentId: string; cause: Cause; range: HomeRange; message: string };

function MuteMenu({ environmentId, cause: { cause, newestType }, range, message }: MuteMenuProps): ReactNode {
  const text = useText(homeMessages);
  const zone = useZone();

  async function untilSuccess(): Promise<void> {
    const since = Math.floor(serverNow());
    try {
      const tasks = (await runsOfCause(environmentId, cause, range)).map(({ taskId = '' }) => taskId);
      muteCause(cause, { since, tasks: tasks.slice(0, MAX_MUTED_TASKS) });
    } catch {
      toast(text('didNotWork'));
    }
  }

  return (
    <ActionMenu
      label={text('mute')}
      button={
        <ActionButton icon="down" aria-label={`${text('mute')}: ${message}`}>
          {text('mute')}
        </ActionButton>
      }
    >
      <MenuAction onAction={() => muteCause(cause, { until: nextDay(zone) })}>{text('untilTomorrow')}</MenuAction>
      {newestType === 'TASK' && <MenuAction onAction={() => void untilSuccess()}>{text('untilSuccess')}</MenuAction>}
    </ActionMenu>
  );
}

/** The beginning of the next day in a zone, which is that of the browser or UTC, in epoch milliseconds. */
function nextDay(zone: string): number {
  const time = new Date(serverNow());
  return zone === 'UTC' ? time.setUTCHours(24, 0, 0, 0) : time.setHours(24, 0, 0, 0);
}
