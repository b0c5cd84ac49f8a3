const UNKNOWN_AUTHORITY =
  "The certificate of the server comes from an unknown authority: put the certificate of the authority into the parameter 'ca'";

/** Returns the reason of an error in one line. Refused connections to several addresses of a host come as an AggregateError. */
export function faultReason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const text = first.message || (first as { code?: string }).code || first.name;
  return /self-signed|unable to (?:verify|get)/i.test(text) ? UNKNOWN_AUTHORITY : (text.split('\n', 1)[0] ?? '');
}
