/** The desired state of a dynamic engine, which its operator reads. */
import type { Schema } from '@millrace/contract';
import type { Tx } from '../../../core/database/db.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Tokens } from '../../../identity/tokens.ts';
import { namespaceOf } from './packages/names.ts';
import { keyOf } from './pairing-keys.ts';
import { engineState, environmentStatus } from './states.ts';

type EngineRow = {
  id: string;
  name: string;
  version: string;
  revision: number;
  removing: boolean;
  state: Schema<'DynamicEngineState'>;
  environments: EnvironmentRow[];
};
type EnvironmentRow = {
  link_id: string;
  id: string;
  name: string;
  removing: boolean;
  log_strategy: Schema<'DEStrategy'>;
  metrics_strategy: Schema<'DEStrategy'>;
  status: Schema<'DEEnvironmentStatus'>;
  agent_id: string;
  agent_name: string;
  /** The seed of a key that was not used, in hexadecimal digits. */
  seed: string | null;
};

/**
 * Reads the desired state of an engine in one statement; undefined for a deleted engine. An agent that is not paired gets its key.
 * @rule dynamic-engines.desired.agent
 * @rule dynamic-engines.desired.states
 */
export async function selectDesiredState(tx: Tx, tokens: Tokens, engine: string): Promise<Schema<'DesiredState'> | undefined> {
  const row = await tx.one<EngineRow>(sql`
    select d.id, d.name, d.version, d.revision, d.deleted_at is not null as removing, ${engineState} as state, (
             select coalesce(json_agg(o order by o.name, o.id), '[]')
             from (
               select a.id as link_id, e.id, e.name, a.removing_at is not null as removing, x.log_strategy, x.metrics_strategy,
                      ${environmentStatus} as status, g.id as agent_id, g.name as agent_name,
                      case when g.pairing_key_expires_at > now() then encode(a.agent_key_seed, 'hex') end as seed
               from dynamic_engine_assignment a
               join dynamic_engine_environment x on x.environment_id = a.environment_id
               join environment e on e.id = a.environment_id
               join engine g on g.id = a.engine_id
               where a.dynamic_engine_id = d.id) o) as environments
    from dynamic_engine d
    where d.id = ${engine}`);
  if (!row) return undefined;
  const { id: dynamicEngineId, name, version, revision, removing, state } = row;
  const environments = row.environments.map((environment) => toDesired(environment, tokens));
  return { revision, dynamicEngineId, name, version, removing, state, environments };
}

const toDesired = (row: EnvironmentRow, tokens: Tokens): Schema<'DesiredEnvironment'> => ({
  linkId: row.link_id,
  environmentId: row.id,
  name: row.name,
  namespace: namespaceOf(row.id),
  removing: row.removing,
  logStrategy: row.log_strategy,
  metricsStrategy: row.metrics_strategy,
  status: row.status,
  agent: {
    engineId: row.agent_id,
    name: row.agent_name,
    ...(row.seed !== null && { pairingKey: keyOf(tokens, Buffer.from(row.seed, 'hex')) }),
  },
});
