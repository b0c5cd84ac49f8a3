/** The tools of a log: follow, search, jump to the first error, download. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { logMessages } from './messages.ts';
import { useLogDownload } from './use-log-download.ts';
import { useLogSearch } from './use-log-search.ts';

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
