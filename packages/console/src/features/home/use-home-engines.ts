/** The engines of an environment, for the parts of the start page that show them. */
import { useRead, type BodyOfAnswer } from '../../app/api.ts';
import { SEES_ENGINES } from '../../app/sections.ts';
import { useMay } from '../../app/session.tsx';

const REFRESH_INTERVAL = 15_000;

/** The engines, and whether they are being read for the first time. A person who may not see engines gets none. */
export function useHomeEngines(environmentId: string): {
  engines: BodyOfAnswer<'GET /processing/runtimes/remote-engines'>;
  isPending: boolean;
} {
  const maySee = useMay(...SEES_ENGINES);
  const { data, isPending } = useRead(
    'GET /processing/runtimes/remote-engines',
    { query: { query: `environment.id==${environmentId}` } },
    { enabled: maySee, every: () => REFRESH_INTERVAL },
  );
  return { engines: data ?? [], isPending: maySee && isPending };
}
