/** What a promotion will write, table by table, in the order in which it is written. */

/** A step of a plan with the ids of the target environment. */
export type NewStep = {
  id: string;
  plan: string;
  position: number;
  name: string;
  condition: string;
  note: string | null;
  tasks: string[];
  failureTasks: string[];
  failurePlans: string[];
};

/** What is written of a task. */
export type TaskChange = {
  id: string;
  name: string;
  description: string | null;
  artifactVersion: string;
  tags: string[];
  parameters: Record<string, string>;
  connections: Record<string, string>;
  resources: Record<string, string>;
  overrideWithDefaultParameters: boolean;
};

/** A thing that comes into being as a copy; `source` is what is copied. */
export type Copied = { id: string; source: string };

/** All changes. What is long or secret is named by the id of its source and copied within the database. */
export type Changes = {
  workspaces: Copied[];
  clusters: (Copied & { workspace: string | null })[];
  engines: (Copied & { workspace: string | null })[];
  profiles: (Copied & { engine: string | null; cluster: string | null })[];
  replacedProfiles: Copied[];
  artifacts: (Copied & { workspace: string })[];
  versions: (Copied & { artifact: string })[];
  connections: (Copied & { workspace: string })[];
  parameters: { connection: string; source: string; name: string; position: number }[];
  resources: (Copied & { workspace: string })[];
  replacedResources: Copied[];
  tasks: (TaskChange & { workspace: string })[];
  replacedTasks: (TaskChange & { raised: boolean })[];
  runConfigs: (Copied & { engine: string | null; cluster: string | null; profile: string | null })[];
  dynamicEngineRunConfigs: (Copied & { profile: string | null })[];
  plans: (Copied & { workspace: string })[];
  replacedPlans: Copied[];
  steps: NewStep[];
  planRunConfigs: Copied[];
};

/** No change yet. */
export const noChanges = (): Changes => ({
  workspaces: [],
  clusters: [],
  engines: [],
  profiles: [],
  replacedProfiles: [],
  artifacts: [],
  versions: [],
  connections: [],
  parameters: [],
  resources: [],
  replacedResources: [],
  tasks: [],
  replacedTasks: [],
  runConfigs: [],
  dynamicEngineRunConfigs: [],
  plans: [],
  replacedPlans: [],
  steps: [],
  planRunConfigs: [],
});
