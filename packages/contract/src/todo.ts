/** What the documents demand and this version does not do yet. */
import { sectionFiles } from './ledgers.ts';

/** The open points of a section: `all` where no operation of it is served. The lists only shrink: remove the lines of what is done. */
export type Todo = { readonly operations: 'all' | readonly string[]; readonly rules: readonly string[] };

/** The number of lines of all lists together, `all` counting as one. Lower it with each line that is removed; it never grows. */
export const TODO_LIMIT = 168;

/** Reads the `todo.ts` of each section, by the name of its folder. */
export async function readTodo(): Promise<ReadonlyMap<string, Todo>> {
  const lists = sectionFiles('todo.ts').map(async ({ folder, url }) => {
    const { todo } = (await import(url.href)) as { todo: Todo };
    return [folder, todo] as const;
  });
  return new Map(await Promise.all(lists));
}
