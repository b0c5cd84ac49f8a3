/** The listing of the tables of a connection. */
import { useState } from 'react';
import { ApiError } from '@millrace/contract/client';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { CRAWL_FRESH, isCrawling } from './crawl-state.tsx';

/** What pages need of the scans of a connection. */
type Scans = {
  /** The last complete scan. */
  scan: Schema<'ConnectionScan'> | undefined;
  /** Why the last one has failed, in the words of the server. */
  failure: string | undefined;
  /** The refusal of a call. */
  error: Error | null;
  isScanning: boolean;
  start: () => void;
};

const NOT_FOUND = 404;
const FAILED = 'scan_failed';
const SCAN = 'GET /connections/scan/{connectionId}';

/** Reads them, and starts one. The server does not tell of a first scan that is under way: this page waits for the end of the one that it has started. */
export function useScan(connectionId: string | undefined): Scans {
  const path = { connectionId: connectionId ?? '' };
  const [isAwaited, setIsAwaited] = useState(false);
  const { data: scan, error } = useRead(
    SCAN,
    { path },
    {
      enabled: connectionId !== undefined,
      every: (body) => (isAwaited || isCrawling(body?.lastRun?.runStatus)) && CRAWL_FRESH,
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
