/** The objects that the command palette finds by name: tasks, plans, artifacts and datasets. */
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import type { CommandEntry } from '../ui/command-list.tsx';
import { useRead } from './api.ts';
import { useEnvironment } from './environment.tsx';
import { shellMessages } from './shell-messages.ts';

const LEAST_CHARACTERS = 2;
const MOST = 5;

/** The things whose names fit, of the environment that is shown; those of a kind that the account may not list are left out. */
export function useFoundThings(typed: string, isWanted: boolean): CommandEntry[] {
  const text = useText(shellMessages);
  const navigate = useNavigate();
  const { environment } = useEnvironment();
  const terms = { enabled: isWanted && environment !== undefined && typed.length >= LEAST_CHARACTERS };
  const query = { environmentId: environment?.id, name: typed, limit: MOST };
  const { data: tasks } = useRead('GET /orchestration/executables/tasks', { query }, terms);
  const { data: plans } = useRead('GET /orchestration/executables/plans', { query }, terms);
  const { data: artifacts } = useRead('GET /orchestration/artifacts', { query }, terms);
  const { data: datasets } = useRead('GET /datasets', { query: { search: typed } }, terms);
  if (!terms.enabled) return [];
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
    ...(datasets ?? []).slice(0, MOST).map(({ id = '', label }) => ({
      id,
      group: text('datasets'),
      name: label,
      run: () => void navigate({ to: '/catalogue/datasets/$datasetId', params: { datasetId: id } }),
    })),
  ];
}
