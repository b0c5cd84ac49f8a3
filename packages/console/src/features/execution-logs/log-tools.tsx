/** The tools of a log: follow, search, jump to the first error, download. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { logMessages } from './messages.ts';

type LogToolsProps = {
  executionId: string;
  total: number;
  isLive: boolean;
  follows: boolean;
  onFollow: (follows: boolean) => void;
  find: string | undefined;
  /** The line at which a search continues. */
  from: number;
  onFind: (words: string | undefined) => void;
  onFound: (line: number) => void;
  hasFilters: boolean;
  onFilters: () => void;
};

/** The tools. */
export function LogTools(props: LogToolsProps): ReactNode {
  const { executionId, total, isLive, follows, onFollow, find, from, onFind, onFound, hasFilters, onFilters } = props;
  const text = useText(logMessages);
  const [words, setWords] = useState(find ?? '');
  const search = useLogSearch(executionId, onFound);
  const download = useLogDownload(executionId);
  const error = search.error ?? download.error;
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    onFind(words || undefined);
    if (words) search.mutate({ text: words, startIndex: words === find ? from : 0 });
  }
  return (
    <>
      <div className="log-tools">
        <h2>{text('title')}</h2>
        <span className="hint">{text('lines', { count: total })}</span>
        <form role="search" onSubmit={onSubmit}>
          <TextField
            aria-label={text('search')}
            type="search"
            placeholder={text('search')}
            value={words}
            onChange={setWords}
            autoComplete="off"
          />
          <ActionButton type="submit" isPending={search.isPending}>
            {text('next')}
          </ActionButton>
        </form>
        <ActionButton
          isDisabled={total === 0}
          isPending={search.isPending}
          onPress={() => search.mutate({ severity: 'ERROR', startIndex: 0 })}
        >
          {text('firstError')}
        </ActionButton>
        <ActionButton aria-expanded={hasFilters} isDisabled={total === 0} onPress={onFilters}>
          {text('filters')}
        </ActionButton>
        {isLive && (
          <ActionButton aria-pressed={follows} onPress={() => onFollow(!follows)}>
            {text(follows ? 'following' : 'follow')}
          </ActionButton>
        )}
        <ActionButton icon="download" isDisabled={total === 0} isPending={download.isPending} onPress={() => download.mutate()}>
          {text('download')}
        </ActionButton>
      </div>
      <p className="hint" role="status">
        {search.isSuccess && search.data === null && text(search.variables.severity ? 'noError' : 'noFurtherLine')}
      </p>
      <ErrorNote error={error} />
    </>
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

/** The text or severity to find, and the line from which the search starts. */
type LogQuery = { text?: string; severity?: 'ERROR'; startIndex: number };

const SEARCH = 'GET /monitoring/executions/{id}/logs/search';

/** Finds the next matching line; `onFound` gets its number. One call searches only a part of a long log, so it is repeated until the end of the log. */
const useLogSearch = (id: string, onFound: (line: number) => void) =>
  useMutation({
    mutationFn: async (wanted: LogQuery): Promise<number | null> => {
      let next: number | undefined = wanted.startIndex;
      while (next !== undefined) {
        const { body }: { body: { data: { index: number }[]; nextIndex?: number } } = await api.call(SEARCH, {
          path: { id },
          query: { ...wanted, startIndex: next, count: 1 },
        });
        const [found] = body.data;
        if (found) return found.index;
        next = body.nextIndex;
      }
      return null;
    },
    onSuccess: (line) => line !== null && onFound(line),
  });
