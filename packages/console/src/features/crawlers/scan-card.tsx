/** The tables and views of a connection. */
import type { ReactNode } from 'react';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { crawlerMessages } from './messages.ts';
import { useScan } from './use-scan.ts';
import './crawler.css';

/** The card: the last scan, and a button for another one. */
export function ScanCard({ connectionId }: { connectionId: string }): ReactNode {
  const text = useText(crawlerMessages);
  const scans = useScan(connectionId);
  return (
    <section className="card crawl-tables">
      <div className="card-head">
        <h2>{text('scanTitle')}</h2>
        <ActionButton isPending={scans.isScanning} onPress={scans.start}>
          {text('scan')}
        </ActionButton>
      </div>
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
export function ScanState({ scan, failure, error, isScanning }: Omit<ReturnType<typeof useScan>, 'start'>): ReactNode {
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
            <span className="wraps" dir="auto">
              {text('scanFailed', { reason: failure })}
            </span>
          </StatusMark>
        </p>
      )}
      <p className="hint">
        {scan ? text('lastScan', { time: timeText(scan.lastScan, 'minute', language, zone) }) : text('noScan')} {text('scanHint')}
      </p>
    </div>
  );
}
