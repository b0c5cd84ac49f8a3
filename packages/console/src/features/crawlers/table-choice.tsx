/** The tables of a connection: the choice of those that a crawler reads, and the scans that list them. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { ApiError } from '@millrace/contract/client';
import { useChange, useRead } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { CheckList } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { useCrawlLack } from './crawl-right.ts';
import { CRAWL_REFRESH_INTERVAL, isCrawling } from './crawl-state.tsx';
import { crawlerMessages } from './messages.ts';
import styles from './crawler.module.css';

type TableChoiceProps = {
  connectionId: string;
  /** Technical names; undefined for all tables. */
  chosen: readonly string[] | undefined;
  onChange: (chosen: readonly string[] | undefined) => void;
};

const MAX_SHOWN = 100;
const NONE: readonly string[] = [];

/** The choice between all tables and some tables of the last scan. Chosen tables stay chosen even if a later scan does not find them. */
export function TableChoice({ connectionId, chosen, onChange }: TableChoiceProps): ReactNode {
  const text = useText(crawlerMessages);
  return (
    <>
      <ChoiceField
        label={text('which')}
        value={chosen === undefined ? 'all' : 'some'}
        options={[
          { id: 'all', name: text('allTables') },
          { id: 'some', name: text('someTables') },
        ]}
        onChange={(id) => onChange(id === 'all' ? undefined : NONE)}
      />
      {chosen !== undefined && <ScannedChoice key={connectionId} connectionId={connectionId} chosen={chosen} onChange={onChange} />}
    </>
  );
}

function ScannedChoice({ connectionId, chosen, onChange }: TableChoiceProps & { chosen: readonly string[] }): ReactNode {
  const text = useText(crawlerMessages);
  const [wanted, setWanted] = useState('');
  const scans = useScans(connectionId);
  const lack = useCrawlLack(connectionId);
  const names = [...new Set([...chosen, ...(scans.scan?.results ?? []).map(({ technicalName }) => technicalName)])];
  const matching = names.filter((name) => name.toLowerCase().includes(wanted.toLowerCase()));
  const shown = matching.slice(0, MAX_SHOWN);
  const more = matching.length - shown.length;
  const hidden = chosen.filter((name) => !shown.includes(name));
  return (
    <>
      <ScanState {...scans} />
      {lack === undefined ? (
        <div>
          <ActionButton isPending={scans.isScanning} onPress={scans.start}>
            {text('scan')}
          </ActionButton>
        </div>
      ) : (
        <p className="hint">{lack}</p>
      )}
      {names.length > 0 && (
        <>
          <FilterField label={text('nameContains')} value={wanted} onChange={setWanted} />
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className={styles['choice']} role="group" aria-label={text('choose')} tabIndex={0}>
            <CheckList
              label={text('choose')}
              values={chosen}
              options={shown.map((name) => ({ id: name, name }))}
              onChange={(ids) => onChange([...hidden, ...ids])}
            />
          </div>
          {more > 0 && <p className="hint">{text('moreTables', { count: more })}</p>}
        </>
      )}
    </>
  );
}

/** The card with the tables and views of a connection: the last scan, and a button for another one. */
export function ScanCard({ connectionId }: { connectionId: string }): ReactNode {
  const text = useText(crawlerMessages);
  const scans = useScans(connectionId);
  const lack = useCrawlLack(connectionId);
  return (
    <section className={`card ${styles['tables']}`}>
      <div className="card-head">
        <h2>{text('scanTitle')}</h2>
        {lack === undefined && (
          <ActionButton isPending={scans.isScanning} onPress={scans.start}>
            {text('scan')}
          </ActionButton>
        )}
      </div>
      {lack !== undefined && <p className="hint">{lack}</p>}
      <ScanState {...scans} />
      {scans.scan && (
        <DataTable
          text={text}
          label={text('scanTitle')}
          list={{ rows: scans.scan.results }}
          keyOf={({ technicalName }) => technicalName}
          columns={[
            {
              id: 'table',
              render: ({ technicalName }, focus) => (
                <bdi {...focus} title={technicalName}>
                  {technicalName}
                </bdi>
              ),
            },
            { id: 'kind', width: '7rem', render: ({ metadata }) => text(metadata.type) },
          ]}
          empty={<p className="hint">{text('noTables')}</p>}
        />
      )}
    </section>
  );
}

/** The state of the scan: running, failed, or the time of the last one. */
function ScanState({ scan, failure, error, isScanning }: Omit<Scans, 'start'>): ReactNode {
  const text = useText(crawlerMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <div role="status">
      <ErrorNote error={error} />
      {isScanning && (
        <p>
          <StatusMark tone="runs">{text('scanning')}</StatusMark>
        </p>
      )}
      {!isScanning && failure !== undefined && (
        <p>
          <StatusMark tone="bad">
            <bdi className="wraps">{text('scanFailed', { reason: failure })}</bdi>
          </StatusMark>
        </p>
      )}
      <p className="hint">
        {scan ? text('lastScan', { time: timeText(scan.lastScan, 'minute', language, zone) }) : text('noScan')} {text('scanHint')}
      </p>
    </div>
  );
}

/** The scans of a connection, which list its tables. */
type Scans = {
  /** The last complete scan. */
  scan: Schema<'ConnectionScan'> | undefined;
  /** The reason why the last scan has failed, as the server reports it. */
  failure: string | undefined;
  /** The error of a call. */
  error: Error | null;
  isScanning: boolean;
  start: () => void;
};

const NOT_FOUND = 404;
const FAILED = 'scan_failed';
const SCAN = 'GET /connections/scan/{connectionId}';

/** Reads the scans, and can start one. The server does not list a first scan while it runs, so the page remembers that it has started one. */
function useScans(connectionId: string): Scans {
  const path = { connectionId };
  const [isAwaited, setIsAwaited] = useState(false);
  const { data: scan, error } = useRead(
    SCAN,
    { path },
    { every: (body) => (isAwaited || isCrawling(body?.lastRun?.runStatus)) && CRAWL_REFRESH_INTERVAL },
  );
  const begin = useChange('POST /connections/scan/{connectionId}', { refreshes: [SCAN] });
  const hasNoScan = error instanceof ApiError && error.status === NOT_FOUND;
  const hasFailed = hasNoScan && error.code === FAILED;
  if (isAwaited && !begin.isPending && (scan !== undefined || hasFailed || begin.error)) setIsAwaited(false);
  return {
    scan,
    failure: hasFailed ? error.message : scan?.lastRun?.failure,
    error: begin.error ?? (hasNoScan ? null : error),
    isScanning: begin.isPending || isAwaited || isCrawling(scan?.lastRun?.runStatus),
    start: () => {
      setIsAwaited(true);
      begin.mutate({ path });
    },
  };
}
