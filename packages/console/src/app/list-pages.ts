/** The pages of lists: reads all of them, and splits ids into the portions that one call accepts. */

/** All rows of a list, or its first ones if it has very many. */
export type AllRows<Row> = { rows: Row[]; isCut: boolean };

/** Reads page after page, at most a number of rows. */
export async function readAllPages<Row, Page>(
  first: Page,
  most: number,
  read: (page: Page) => Promise<{ rows: readonly Row[]; next: Page | undefined }>,
): Promise<AllRows<Row>> {
  const all: Row[] = [];
  let page: Page | undefined = first;
  while (page !== undefined && all.length < most) {
    // oxlint-disable-next-line no-await-in-loop -- the answer says where the next page begins
    const { rows, next }: { rows: readonly Row[]; next: Page | undefined } = await read(page);
    all.push(...rows);
    page = next;
  }
  return { rows: all.slice(0, most), isCut: page !== undefined || all.length > most };
}

/** Splits ids into pages of at most `size`, in their order. */
export const pagesOfIds = (ids: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, page) => ids.slice(page * size, (page + 1) * size));
