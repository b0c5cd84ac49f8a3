/** Routes whose answers change with the entries and the mode of the allowlist. */
export const ALLOWLIST_READS = [
  'GET /security/ip-allowlist',
  'GET /security/ip-allowlist/ips',
  'GET /security/ip-allowlist/observations',
] as const;
