import { ApiError, asApiError } from '#web/kit/call/api-error.ts';

/** Returns a failure with the first of its errors alone, as calls about forgotten passwords and activations show it (D1 §8). */
export function firstError(error: unknown): ApiError {
  const failure = asApiError(error);
  return new ApiError({ ...failure, message: failure.firstMessage, errors: failure.errors.slice(0, 1) });
}
