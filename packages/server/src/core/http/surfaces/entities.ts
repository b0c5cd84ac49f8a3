/** The error format of operations whose errors name the object that they are about. */
import type { Surface } from '../feature.ts';

/** `{message, cause}`; the cause is the stable code. A 404 also has `entityId` and `entityType`, a conflict the id of its object under `<object>Id`. */
export const entityErrors: Surface = ({ status, code, message, subject }) => {
  const error = { message, cause: code };
  if (subject === undefined) return error;
  const type = subject.noun.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  if (status === 404) return { ...error, entityId: subject.id, entityType: type, i18nMsg: message };
  return { ...error, [`${type.charAt(0).toLowerCase()}${type.slice(1)}Id`]: subject.id, i18nMsg: message };
};
