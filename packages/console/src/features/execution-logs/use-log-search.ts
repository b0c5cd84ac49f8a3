/** Searches a log. */
import { useMutation } from '@tanstack/react-query';
import { api } from '../../app/api.ts';

/** The text or severity to find, and the line from which the search starts. */
export type LogQuery = { text?: string; severity?: 'ERROR'; startIndex: number };

const SEARCH = 'GET /monitoring/executions/{id}/logs/search';

/** Finds the next matching line; `onFound` gets its number. One call searches only a part of a long log, so it is repeated until the end of the log. */
export const useLogSearch = (id: string, onFound: (line: number) => void) =>
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
