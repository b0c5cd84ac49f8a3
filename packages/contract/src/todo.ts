/** Required operations and rules that this version does not implement. */
import { sectionFiles } from './ledgers.ts';

/** The open points of a section; `all` when none of its operations is served. The lists only become shorter: remove what is done. */
export type Todo = { readonly operations: 'all' | readonly string[]; readonly rules: readonly string[] };

/** The number of entries in all lists; `all` counts as one. Lower it with each removed entry; never raise it. */
export const TODO_LIMIT = 5;

/** Reads the `todo.ts` of each section, by the name of its folder. */
export async function readTodo(): Promise<ReadonlyMap<string, Todo>> {
  const lists = sectionFiles('todo.ts').map(async ({ folder, url }) => {
    const { todo } = (await import(url.href)) as { todo: Todo };
    return [folder, todo] as const;
  });
  return new Map(await Promise.all(lists));
}
