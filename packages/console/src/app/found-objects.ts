/** The objects that the command palette finds by name: tasks, plans, artifacts and datasets. */
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import type { CommandEntry } from '../ui/command-list.tsx';
import { useRead } from './api.ts';
import { useEnvironment } from './environment.tsx';
import { shellMessages } from './shell-messages.ts';

const MIN_CHARACTERS = 2;
const MAX_OF_A_KIND = 5;

/** The objects of the displayed environment whose names match. Kinds of objects that the account may not list are left out. */
export function useFoundObjects(typed: string, isWanted: boolean): CommandEntry[] {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const options = { enabled: isWanted && environment !== undefined && typed.length >= MIN_CHARACTERS };
  const query = { environmentId: environment?.id, name: typed, limit: MAX_OF_A_KIND };
  const { data: tasks } = useRead('GET /orchestration/executables/tasks', { query }, options);
  const { data: plans } = useRead('GET /orchestration/executables/plans', { query }, options);
  const { data: artifacts } = useRead('GET /orchestration/artifacts', { query }, options);
  const { data: datasets } = useRead('GET /datasets', { query: { search: typed } }, options);
  if (!options.enabled) return [];
  return [
    ...(tasks?.items ?? []).map(({ executable, name }) => ({
      id: executable,
      group: text('tasks'),
      name,
      run: () => void navigate({ to: '/tasks/$taskId', params: { taskId: executable } }),
    })),
    ...(plans?.items ?? []).map(({ executable, name }) => ({
      id: executable,
      group: text('plans'),
      name,
      run: () => void navigate({ to: '/plans/$planId', params: { planId: executable } }),
    })),
    ...(artifacts?.items ?? []).map(({ id, name }) => ({
      id,
      group: text('artifacts'),
      name,
      run: () => void navigate({ to: '/artifacts/$artifactId', params: { artifactId: id } }),
    })),
    ...(datasets ?? []).slice(0, MAX_OF_A_KIND).map(({ id = '', label }) => ({
      id,
      group: text('datasets'),
      name: label,
      run: () => void navigate({ to: '/catalogue/datasets/$datasetId', params: { datasetId: id } }),
    })),
  ];
}
