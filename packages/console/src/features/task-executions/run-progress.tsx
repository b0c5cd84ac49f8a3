/** The progress of a run: the times of its states, and the explanation of the current one. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useLanguage, useText } from '../../text/language.tsx';
import { defineMessages, formatMessage, withoutOverrides, type Language } from '../../text/messages.ts';
import { Card } from '../../ui/page-parts.tsx';
import { durationText, TimeText, useZone, withZonedTimes } from '../../ui/time-text.tsx';
import { errorText } from './error-text.ts';
import { runMessages } from './messages.ts';
import { isLive } from './run-status.tsx';

/** The explanation of the server, and the times of the run's changes of state. */
export function RunProgress({ explanation }: { explanation: Schema<'Explanation'> }): ReactNode {
  const { executionStatus, timeline, log } = explanation;
  const text = useText(runMessages);
  const language = useLanguage();
  const zone = useZone();
  // The log begins when an engine has the run.
  const waits = log.state === 'NONE' && isLive(executionStatus);
  // Without lines, the time at which the last one was stored says nothing.
  const moments = log.state === 'NONE' ? timeline.filter(({ what }) => what !== 'LOG_COMPLETE') : timeline;
  return (
    <Card title={text('timeline')}>
      <p dir="auto">{withoutOverrides(withZonedTimes(explanationText(explanation, language), language, zone))}</p>
      <ol className="run-progress">
        {moments.map(({ what, at, milliseconds }) => (
          <li key={what}>
            <strong>{text(what)}</strong>
            <TimeText at={at} />
            {milliseconds !== undefined && (
              <span className="hint">{text('after', { duration: durationText(milliseconds, language) })}</span>
            )}
          </li>
        ))}
        {log.state !== 'COMPLETE' && !waits && (
          <li>
            <strong>{text(`log${log.state}`)}</strong>
            <span className="hint">{log.message}</span>
          </li>
        )}
      </ol>
    </Card>
  );
}

const messages = defineMessages({
  engine: [' on the engine “{name}”', ' auf der Engine „{name}“'],
  SUCCEEDED: ['The run succeeded{where}.', 'Der Lauf ist{where} gelungen.'],
  ROWS_REJECTED: ['The run rejected rows{where}: the log says why.', 'Der Lauf hat{where} Zeilen abgewiesen: das Log sagt, warum.'],
  FAILED: ['The run failed{where}: {why}', 'Der Lauf ist{where} gescheitert: {why}'],
  withCode: ['exit code {code}. {line}', 'Exit-Code {code}. {line}'],
  noReason: ['no reason was given', 'ein Grund ist nicht bekannt'],
  next: ['Read its log, correct the task and start it again.', 'Lesen Sie das Log, korrigieren Sie den Task, und starten Sie ihn erneut.'],
});

/** The error types whose message says more than the last line of the log. */
const SAYS_MORE: ReadonlySet<string | undefined> = new Set(['JOB_ERROR', 'WRITE_REFUSED']);
/** The error types of failures that are not those of the task: the advice of the server is another one. */
const NOT_OF_TASK: ReadonlySet<string | undefined> = new Set(['SIGNAL', 'ENGINE_ERROR', 'INSTALL_RESTORED']);

/** A text that ends with exactly one full stop. */
const sentence = (text: string): string => `${text.trim().replace(/[.:;,]+$/, '')}.`;

/**
 * The explanation of a run in the language of the page: for the usual ends sentences made of the facts of the server; for all else the sentences of
 * the server itself, which are in English.
 */
function explanationText({ summary, next, reasons }: Schema<'Explanation'>, language: Language): string {
  const server = `${summary} ${next ?? ''}`;
  const [{ code, evidence } = { code: undefined, evidence: {} }] = reasons;
  const { attemptsAtMost, errorType, errorMessage, lastErrorLine, exitCode, engine } = evidence;
  // Attempts, and failures of engines, have sentences of their own.
  if (attemptsAtMost !== undefined || NOT_OF_TASK.has(errorType)) return server;
  if (code !== 'SUCCEEDED' && code !== 'ROWS_REJECTED' && code !== 'FAILED') return server;
  const text = messages[language];
  const where = engine ? formatMessage(language, text.engine, { name: engine.name }) : '';
  if (code !== 'FAILED') return formatMessage(language, text[code], { where });
  const saysMore = exitCode === undefined || SAYS_MORE.has(errorType);
  const error = errorMessage === undefined ? (lastErrorLine ?? text.noReason) : errorText(errorMessage, language);
  const why = saysMore ? error : formatMessage(language, text.withCode, { code: String(exitCode), line: lastErrorLine ?? '' });
  return `${formatMessage(language, text.FAILED, { where, why: sentence(why) })} ${text.next}`;
}
