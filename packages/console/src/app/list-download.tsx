/** Downloads a list as it is shown: the rows of its filters, with the chosen columns. */
import { useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import type { TextOf } from '../text/texts.ts';
import type { Messages } from '../text/messages.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { errorSentence } from '../ui/page-parts.tsx';
import { toast } from '../ui/toast.tsx';
import type { ChoosableColumn } from './chosen-columns.tsx';
import { toCsv } from './csv.ts';
import type { AllRows } from './list-pages.ts';
import { saveFile } from './saved-file.ts';

/** The largest number of rows of a file. */
const MOST_ROWS = 5000;

type ListDownloadProps<Row, M extends Messages> = {
  /** The name of the file, without its ending. */
  name: string;
  /** The texts of the page, for the headers of the columns. */
  text: TextOf<M>;
  /** Reads the rows of the filters, at most `most`. Returns them with the columns that are shown. */
  read: (most: number) => Promise<AllRows<Row> & { columns: readonly ChoosableColumn<Row, M>[] }>;
};

/** The button that downloads the list. */
export function ListDownload<Row, M extends Messages>({ name, text, read }: ListDownloadProps<Row, M>): ReactNode {
  const shared = useText();
  const say = text as unknown as (key: string) => string;
  const [isPending, setPending] = useState(false);
  async function download(): Promise<void> {
    setPending(true);
    try {
      const { rows, isCut, columns } = await read(MOST_ROWS);
      const shown = columns.filter(({ csv }) => csv !== undefined);
      const lines = rows.map((row) => shown.map(({ csv }) => csv?.(row)));
      const content = toCsv([shown.map(({ id, header }) => header ?? say(String(id))), ...lines]);
      saveFile(new Blob([content], { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
      toast(isCut ? shared('csvCut', { most: MOST_ROWS }) : shared('csvDone', { count: rows.length }));
    } catch (error) {
      toast(errorSentence(error, shared));
    } finally {
      setPending(false);
    }
  }
  return (
    <ActionButton icon="download" isPending={isPending} onPress={() => void download()}>
      {shared('csv')}
    </ActionButton>
  );
}
