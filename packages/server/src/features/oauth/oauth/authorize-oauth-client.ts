import { Readable } from 'node:stream';
import { Problem } from '../../../core/base/problem.ts';
import { endpoint, type Download } from '../../../core/http/endpoint.ts';
import { showRefusal } from '../../accounts/sign-in/index.ts';
import { codeAddress, nextStep, redirectRefusals } from './authorize/next-step.ts';
import { sentParameters } from './authorize/parameters.ts';

/** Begins or continues the authorisation of a client by a person. The only write is the row of a code, by one statement. */
export const authorizeOauthClient = endpoint('GET /oauth/authorize', {
  allow: 'public',
  // RFC 9700, section 2.6: browsers open this address; scripts of pages must not.
  ownPagesOnly: true,
  transaction: 'none',

  async run(call) {
    try {
      const location = await redirectAddress(call, sentParameters(call.query));
      // The address of a request belongs to the client and the person.
      return { status: 302, headers: { location, 'referrer-policy': 'no-referrer' } };
    } catch (error) {
      if (error instanceof Problem && error.status === 400 && call.header('accept')?.includes('text/html')) return asPage(error, call);
      throw error;
    }
  },
});

async function redirectAddress(call: Parameters<typeof nextStep>[0], sent: URLSearchParams): Promise<string> {
  const step = await nextStep(call, sent);
  if ('redirectTo' in step) return step.redirectTo;
  const { request } = step;
  if (step.decide === 'consent') return `/oauth/consent?${request.query}`;
  const done = await redirectRefusals(call, request, async () => ({ redirectTo: await codeAddress(call, call.db.writer, step) }));
  return done.redirectTo;
}

/** A refusal for the person in front of the browser. */
function asPage(problem: Problem, call: { requestId: string; header(name: string): string | undefined }): Download {
  const { html = '', headers } = showRefusal(problem, call.requestId, call.header);
  return {
    status: 400,
    stream: Readable.from([html]),
    contentType: 'text/html; charset=utf-8',
    headers: headers as Record<string, string>,
  };
}
