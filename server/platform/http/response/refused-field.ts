import { Failure } from '#shared/kit/http/failure.ts';
import { messages } from '#shared/kit/messages.ts';

/** The refusal of one field of a call. @param field dotted path in the body, e.g. `receiver.address.city` */
export const refusedField = (field: string, message: string): Failure =>
  new Failure(422, messages.fields, [{ field, message }]);
