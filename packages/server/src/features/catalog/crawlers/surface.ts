/** The error format of crawlers: that of the catalogue, with the object that the error is about. */
import type { Surface } from '../../../core/http/feature.ts';
import { catalogErrors } from '../../../core/http/surfaces/catalog.ts';

/**
 * `{timestamp, status, error, exception, message, path, cause}`; exception and cause are the stable code. A 404 also has `entityId` and `entityType`,
 * a conflict the id of its object under `<object>Id`.
 * @rule crawlers.errors.body
 */
export const entityErrors: Surface = (problem, requestId, refused) => {
  const { status, code, message, subject } = problem;
  const error = { ...catalogErrors(problem, requestId, refused), cause: code };
  if (subject === undefined) return error;
  const type = subject.noun.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  if (status === 404) return { ...error, entityId: subject.id, entityType: type, i18nMsg: message };
  return { ...error, [`${type.charAt(0).toLowerCase()}${type.slice(1)}Id`]: subject.id, i18nMsg: message };
};
