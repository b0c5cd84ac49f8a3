/** One line of a log. */
import { memo, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useLanguage, useText } from '../../text/language.tsx';
import { timeText, useZone } from '../../ui/time-text.tsx';
import { ansiParts } from './ansi.ts';
import { NO_LOG_FILTERS } from './log-filters.ts';
import { logMessages } from './messages.ts';
import type { ShownLine } from './use-log-lines.ts';

type LogLineViewProps = {
  index: number;
  /** Undefined while it is being read. */
  line: ShownLine | undefined;
  height: number;
  /** The URL has the number of this line. */
  isMarked: boolean;
  /** The line is part of a filtered list; its link leads to the line in the whole log. */
  isFound?: boolean;
  find: string | undefined;
  /** Content in front of the text. */
  children?: ReactNode;
};

/** The line: its number as a link, its time and its text. */
export const LogLineView = memo(function LogLineView({
  index,
  line,
  height,
  isMarked,
  isFound = false,
  find,
  children,
}: LogLineViewProps): ReactNode {
  const text = useText(logMessages);
  const language = useLanguage();
  const zone = useZone();
  return (
    <div className={`log-line ${line?.severity.toLowerCase() ?? ''}${isMarked ? ' marked' : ''}`} style={{ blockSize: height }}>
      <Link
        to="."
        search={(search) => ({ ...search, ...(isFound && NO_LOG_FILTERS), line: index })}
        replace
        resetScroll={false}
        tabIndex={-1}
        className="log-number"
        aria-label={text('lineLink', { line: String(index + 1) })}
      >
        {index + 1}
      </Link>
      <span className="log-time">{line && timeText(line.logTimestamp, 'exact', language, zone)}</span>
      {children}
      <span className="log-text">
        {line &&
          ansiParts(line.logMessage).map(({ text: part, style }, partIndex) => (
            <span key={partIndex} className={style || undefined}>
              {find ? marked(part, find) : part}
            </span>
          ))}
      </span>
    </div>
  );
});

/** Marks the occurrences of the searched text. */
function marked(text: string, find: string): ReactNode {
  const parts = text.toLowerCase().split(find.toLowerCase());
  if (parts.length === 1) return text;
  let from = 0;
  return parts.map(({ length }, index) => {
    const [before, found] = [text.slice(from, from + length), text.slice(from + length, from + length + find.length)];
    from += length + find.length;
    return (
      <span key={index}>
        {before}
        {index < parts.length - 1 && <mark>{found}</mark>}
      </span>
    );
  });
}
