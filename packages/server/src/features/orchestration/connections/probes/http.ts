/** Probes web addresses. */
import { userOf, requiredValue, type Probe, type Values } from './probe.ts';
import { ProbeRefusal } from './reasons.ts';

/** Requests an address, with the token or the user if the connection has one. It does not follow redirects. */
export const probeHttp: Probe = async (values, outbound, signal) => {
  const url = URL.parse(requiredValue(values, 'url', 'an address that begins with http:// or https://'));
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProbeRefusal("The parameter 'url' is not an address that begins with http:// or https://.");
  if (url.username !== '' || url.password !== '')
    throw new ProbeRefusal("The parameter 'url' holds a user or a password: put them into 'username' and 'password'.");
  const response = await outbound.fetch(url, { headers: authorizationOf(values), signal });
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403)
    throw new ProbeRefusal(`The server answered ${response.status}: check 'username' and 'password', or 'token'.`);
  if (response.status >= 400) throw new ProbeRefusal(`The server answered ${response.status}: check the address in 'url'.`);
  return `The server answered ${response.status}.`;
};

function authorizationOf(values: Values): Record<string, string> {
  const token = values.get('token');
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  const user = userOf(values);
  if (user === undefined) return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${values.get('password') ?? ''}`).toString('base64')}` };
}
