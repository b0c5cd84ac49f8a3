/** The tools of a log: severities, find, wrap, full window, filters, follow, download. */
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/formats.ts';
import { ActionButton, IconButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { LogFilters } from './log-filters.ts';
import { logMessages } from './messages.ts';
import { useHits, useHitStep } from './read-log.ts';
import styles from './log.module.css';

/** How the log is shown: whether it stays at its end, wraps long lines and covers the window, and whether the fields of its filters are open. */
export type LogView = { follows: boolean; isWrapped: boolean; isFull: boolean; isFilterBarOpen: boolean };

type LogToolsProps = {
  executionId: string;
  total: number;
  isLive: boolean;
  counts: readonly Schema<'LogSeverityCount'>[];
  filters: LogFilters;
  view: LogView;
  onView: (changed: Partial<LogView>) => void;
  find: string | undefined;
  /** The line in the URL. */
  line: number | undefined;
  onFilter: (changed: LogFilters) => void;
  onFind: (words: string | undefined) => void;
  onFound: (line: number) => void;
};

/** The tools. */
export function LogTools(props: LogToolsProps): ReactNode {
  const { executionId, total, isLive, counts, filters, view, onView, onFilter } = props;
  const text = useText(logMessages);
  const number = numberFormat(useLanguage());
  const download = useLogDownload(executionId);
  return (
    <>
      <div className={styles['tools']} role="toolbar" aria-label={text('tools')}>
        <h2>{text('title')}</h2>
        <div className={styles['chips']}>
          <span className={styles['count']} title={text('lines', { count: total })} data-count={total}>
            {total > 0 && number.format(total)}
          </span>
          <SeverityChips counts={counts} chosen={filters.severity ?? []} onChange={(severity) => onFilter({ severity })} />
        </div>
        <LogFind {...props} />
        <div className={styles['buttons']}>
          {isLive && (
            <ActionButton aria-pressed={view.follows} onPress={() => onView({ follows: !view.follows })}>
              {text(view.follows ? 'following' : 'follow')}
            </ActionButton>
          )}
          <IconButton
            icon="wrap"
            label={text('wrap')}
            aria-pressed={view.isWrapped}
            onPress={() => onView({ isWrapped: !view.isWrapped })}
          />
          <IconButton
            icon="filter"
            label={text('filters')}
            aria-expanded={view.isFilterBarOpen}
            isDisabled={total === 0}
            onPress={() => onView({ isFilterBarOpen: !view.isFilterBarOpen })}
          />
          <IconButton
            icon={view.isFull ? 'smaller' : 'larger'}
            label={text(view.isFull ? 'smaller' : 'full')}
            aria-pressed={view.isFull}
            onPress={() => onView({ isFull: !view.isFull })}
          />
          <IconButton
            icon="download"
            label={text('download')}
            isDisabled={total === 0}
            isPending={download.isPending}
            onPress={() => download.mutate()}
          />
        </div>
      </div>
      {download.error && (
        <div className={styles['notes']}>
          <ErrorNote error={download.error} />
        </div>
      )}
    </>
  );
}

type SeverityChipsProps = {
  counts: readonly Schema<'LogSeverityCount'>[];
  chosen: NonNullable<LogFilters['severity']>;
  onChange: (severity: LogFilters['severity']) => void;
};

/** The severities of the log with the number of their lines. Chosen ones are shown alone. */
function SeverityChips({ counts, chosen, onChange }: SeverityChipsProps): ReactNode {
  const text = useText(logMessages);
  const number = numberFormat(useLanguage());
  // A severity that a link names is shown, so that it can be removed, even if the log has no such line.
  const absent = chosen.filter((severity) => !counts.some((known) => known.severity === severity));
  const shown = [...absent.map((severity) => ({ severity, count: 0, isCapped: false })), ...counts];
  return shown.map(({ severity, count, isCapped }) => {
    const isChosen = chosen.includes(severity);
    const others = chosen.filter((other) => other !== severity);
    const severities = isChosen ? others : [...chosen, severity];
    return (
      <button
        key={severity}
        type="button"
        className={styles['chip']}
        data-severity={severity}
        aria-pressed={isChosen}
        title={text(isCapped ? 'severityAtLeast' : 'severityLines', { severity, count })}
        onClick={() => onChange(severities.length > 0 ? severities : undefined)}
      >
        <b>{severity}</b> {`${number.format(count)}${isCapped ? '+' : ''}`}
      </button>
    );
  });
}

/** The field that finds lines, with the place of the marked line among the hits, and the steps to others. */
function LogFind({ executionId, isLive, filters, find, line, onFind, onFound }: LogToolsProps): ReactNode {
  const text = useText(logMessages);
  const number = numberFormat(useLanguage());
  const [words, setWords] = useState(find ?? '');
  const hits = useHits(executionId, find, filters, isLive);
  const step = useHitStep(executionId, filters, line, onFound);
  // The URL has the words of a step only after it, and the next step may come before.
  const searched = useRef(find);
  function go(isBack: boolean): void {
    if (words === '') return onFind(undefined);
    onFind(words);
    step.mutate({ text: words, isNew: words !== searched.current, isBack });
    searched.current = words;
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    go(false);
  }
  const place = line === undefined || !hits ? -1 : hits.lines.indexOf(line);
  const count = hits && `${number.format(hits.lines.length)}${hits.isCapped ? '+' : ''}`;
  const placeText = (): string => {
    if (count === undefined || hits?.lines.length === 0) return count === undefined ? '' : text('noHit');
    return place === -1 ? text('hits', { count }) : text('hitOf', { place: number.format(place + 1), count });
  };
  return (
    <form role="search" className={styles['find']} onSubmit={onSubmit}>
      <TextField
        aria-label={text('search')}
        type="search"
        placeholder={text('search')}
        value={words}
        onChange={(typed) => {
          setWords(typed);
          if (typed !== '' || find === undefined) return;
          searched.current = undefined;
          onFind(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          go(true);
        }}
        autoComplete="off"
      />
      <span className={styles['place']} role="status">
        {placeText()}
      </span>
      <IconButton icon="previous" label={text('previousHit')} isDisabled={words === ''} onPress={() => go(true)} />
      <IconButton icon="next" label={text('nextHit')} type="submit" isDisabled={words === ''} isPending={step.isPending} />
      <ErrorNote error={step.error} />
    </form>
  );
}

const POLL_INTERVAL = 500;

/** Downloads a log as a file of text: requests the file, waits until the server has written it, and starts the download in the browser. */
const useLogDownload = (id: string) =>
  useMutation({
    mutationFn: async (): Promise<void> => {
      const { body: file } = await api.call('POST /monitoring/executions/{id}/logs', {
        path: { id },
        query: { fileFormat: 'TEXT', newFileName: true },
      });
      for (;;) {
        const { body } = await api.call('POST /monitoring/executions/{id}/logs/status', { path: { id }, body: { token: file.token } });
        if (body.presignedURL !== undefined) return void window.location.assign(body.presignedURL);
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
      }
    },
  });
