/** Scans: the lists of the tables of a connection. */
import { useState } from 'react';
import { ApiError } from '@millrace/contract/client';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { CRAWL_REFRESH_INTERVAL, isCrawling } from './crawl-state.tsx';

/** The scans of a connection, for pages. */
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
export function useScan(connectionId: string | undefined): Scans {
  const path = { connectionId: connectionId ?? '' };
  const [isAwaited, setIsAwaited] = useState(false);
  const { data: scan, error } = useRead(
    SCAN,
    { path },
    {
      enabled: connectionId !== undefined,
      every: (body) => (isAwaited || isCrawling(body?.lastRun?.runStatus)) && CRAWL_REFRESH_INTERVAL,
    },
  );
  const begin = useChange('POST /connections/scan/{connectionId}', { refreshes: [SCAN] });
  const isNone = error instanceof ApiError && error.status === NOT_FOUND;
  const hasFailed = isNone && error.code === FAILED;
  if (isAwaited && !begin.isPending && (scan !== undefined || hasFailed || begin.error)) setIsAwaited(false);
  return {
    scan,
    failure: hasFailed ? error.message : scan?.lastRun?.failure,
    error: begin.error ?? (isNone ? null : error),
    isScanning: begin.isPending || isAwaited || isCrawling(scan?.lastRun?.runStatus),
    start: () => {
      setIsAwaited(true);
      begin.mutate({ path });
    },
  };
}
