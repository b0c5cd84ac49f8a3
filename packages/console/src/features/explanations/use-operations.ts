/** The operations of the API, from its published description. */
import { useQuery } from '@tanstack/react-query';
import type { Option } from '../../ui/choice-field.tsx';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
type Paths = Readonly<Record<string, Readonly<Record<string, { summary?: string } | undefined>>>>;

/** Operations that are offered at a time. */
const MAX_SHOWN = 30;

/** Finds the operations that match all words of a text. The OpenAPI description is large, so only this page loads it. */
export function useOperations(typed: string): readonly Option[] {
  const { data = [] } = useQuery({
    queryKey: ['openapi.json'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Option[]> => {
      const { paths } = (await (await fetch('/openapi.json', { signal })).json()) as { paths: Paths };
      return Object.entries(paths).flatMap(([path, operations]) =>
        METHODS.flatMap((method) => {
          const operation = operations[method];
          if (!operation) return [];
          const id = `${method.toUpperCase()} ${path}`;
          return [{ id, name: `${id} — ${operation.summary ?? ''}` }];
        }),
      );
    },
  });
  const words = typed.toLowerCase().split(/\s+/);
  return data.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, MAX_SHOWN);
}
