/** Connections and resources of the environment of the page, as lists to choose from. */
import { useRead } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import type { Option } from '../../ui/choice-field.tsx';

/** The connections by name. */
export function useConnectionOptions(enabled = true): readonly Option[] {
  const { environment } = useEnvironment();
  const { data } = useRead(
    'GET /orchestration/connections',
    { query: { environmentId: environment?.id } },
    { enabled: enabled && environment !== undefined },
  );
  return (data?.items ?? []).map(({ id, name }) => ({ id, name }));
}

/** The resources by name. */
export function useResourceOptions(enabled = true): readonly Option[] {
  const { environment } = useEnvironment();
  const { data } = useRead(
    'GET /orchestration/resources',
    { query: { environmentId: environment?.id } },
    { enabled: enabled && environment !== undefined },
  );
  return (data?.items ?? []).map(({ id, name }) => ({ id, name }));
}
