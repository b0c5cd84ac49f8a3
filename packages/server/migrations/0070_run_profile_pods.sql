-- The shape of pods in run profiles for dynamic engines.

-- Limits, placement, account and image of the pod of a task; null: as the environment has them. Other engines run no pods.
alter table run_profile
  add column pod jsonb,
  add constraint run_profile_pod_dynamic check (pod is null or num_nonnulls(engine_id, cluster_id) = 0);
