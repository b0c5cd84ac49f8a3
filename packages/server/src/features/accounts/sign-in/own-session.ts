/** Pages for people that are signed in. */
import { Problem } from '../../../core/base/problem.ts';
import { page, type PageAnswer, type PageCall, type WebPage } from '../../../core/http/page.ts';
import type { FoundSession } from '../../../identity/session-store.ts';
import { checkForm } from './forms.ts';
import { redirect } from './layout.ts';
import { tooOftenText, type PageTexts } from './page-language.ts';
import { checkPassword, sessionOf } from './sign-in.ts';

/**
 * Declares a page that needs a session; without one, the browser goes to the sign-in, and from there to the path `returnTo`. A form is checked first.
 * @rule sign-in.account.own
 */
export const ownPage = (
  route: WebPage['route'],
  run: (call: PageCall, session: FoundSession) => Promise<PageAnswer>,
  returnTo: (call: PageCall) => string = () => '/account',
): WebPage =>
  page(route, async (call) => {
    const session = await sessionOf(call);
    if (!session) return redirect(`/login?return_to=${encodeURIComponent(returnTo(call)).replaceAll('%2F', '/')}`);
    if (route.startsWith('POST ')) checkForm(call);
    return run(call, session);
  });

/** Returns whether a text is the password of the signed-in person: an open session does not prove that the person uses it. Throws 429 after many tries. */
export const isOwnPassword = async (call: PageCall, { actor }: FoundSession, password: string): Promise<boolean> =>
  (await checkPassword(call, actor.login, password))?.id === actor.id;

/** Runs `work`; a refusal because of too many tries becomes an answer, in the language of `text`; without it, in English. */
export async function answerTooManyTries(
  work: () => Promise<PageAnswer>,
  refused: (status: number, error: string) => Promise<PageAnswer>,
  text?: PageTexts,
): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 429) throw error;
    return refused(429, text ? tooOftenText(text, error.retryAfter ?? 0) : error.message);
  }
}
