/** A page of a list of the API. */
export type ListPage<T> = { items: T[]; limit: number; offset: number; total: number };

const LARGEST_PAGE = 100;

/** Reads pages until the list ends or `maxItems` entries are read, and joins them into one page. */
export async function readPages<T>(
  readPage: (limit: number, offset: number) => Promise<ListPage<T>>,
  maxItems = Infinity,
): Promise<ListPage<T>> {
  const items: T[] = [];
  for (;;) {
    const limit = Math.min(LARGEST_PAGE, maxItems - items.length);
    const page = await readPage(limit, items.length);
    items.push(...page.items);
    if (items.length >= Math.min(page.total, maxItems) || page.items.length === 0) {
      return { items, limit: items.length, offset: 0, total: page.total };
    }
  }
}

/** Reads the numbered pages of a list of the API until one is not full, and joins them. */
export async function readNumberedPages<T>(readPage: (page: number) => Promise<T[]>): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const read = await readPage(page);
    items.push(...read);
    if (read.length < LARGEST_PAGE) return items;
  }
}

/**
 * Reads the pages of a list of the tenant API by the cursors in its links, until the list ends or `maxItems` entries are read. The list of OAuth
 * tokens calls its cursor `page`, the others `next`.
 */
export async function readLinkedPages<T>(
  readPage: (query: { limit: number; next?: string }) => Promise<{ data: T[]; links: { next?: { href: string } } }>,
  maxItems = Infinity,
): Promise<T[]> {
  const items: T[] = [];
  let next: string | undefined;
  do {
    const page = await readPage({ limit: Math.min(LARGEST_PAGE, maxItems - items.length), ...(next !== undefined && { next }) });
    items.push(...page.data);
    next = page.links.next && cursorIn(page.links.next.href);
  } while (next !== undefined && items.length < maxItems);
  return items;
}

function cursorIn(href: string): string | undefined {
  const { searchParams } = new URL(href);
  return searchParams.get('next') ?? searchParams.get('page') ?? undefined;
}
