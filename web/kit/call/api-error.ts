import { type FieldError, fieldErrorsOf } from '#shared/kit/http/failure.ts';
import { isObject } from '#shared/kit/is-object.ts';
import { messages } from '#shared/kit/messages.ts';
import { throttledText } from '#shared/kit/wait-text.ts';

interface ApiErrorDetails {
  status: number;
  message: string;
  errors?: readonly FieldError[];
  code?: string | undefined;
  retryAfter?: number | undefined;
  body?: unknown;
  sessionEnded?: boolean;
}

/** A failed call. `message` is Spanish and may be shown. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Field errors in any of the shapes that D1 §8 describes; a text without a field has the field `''`. */
  readonly errors: readonly FieldError[];
  readonly code: string | undefined;
  /** Seconds to wait before a retry, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** The parsed body, for the few calls whose error carries more data. */
  readonly body: unknown;
  /** True when the session is over: the browser is going to the login page, which shows why. */
  readonly sessionEnded: boolean;

  constructor({ status, message, errors = [], code, retryAfter, body, sessionEnded = false }: ApiErrorDetails) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.code = code;
    this.retryAfter = retryAfter;
    this.body = body;
    this.sessionEnded = sessionEnded;
  }

  /** True when the gateway could not be reached. */
  get offline(): boolean {
    return this.status === 0;
  }

  /** True when the same call may succeed later: no answer, too many requests, or a failure of the server. */
  get temporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  /** The text of an alert: the first of `errors[].message`, else the message (D1 §8). */
  get firstMessage(): string {
    return this.errors[0]?.message || this.message;
  }
}

/** Returns the error of a call without an answer: no network, or no server. */
export const offlineError = () => new ApiError({ status: 0, message: messages.offline });

function messageOf(text: unknown, status: number, wait: number): string {
  if (typeof text === 'string' && text.trim() !== '') return text;
  // A proxy's limit.
  if (status === 429 && wait > 0) return throttledText(wait);
  return status >= 502 && status <= 504 ? messages.unavailable : messages.internal;
}

/** Codes of refusals that every call of a session gets: a block, and a second factor that another session has set up. */
const ENDING_CODES: readonly unknown[] = ['blocked', 'second_factor_required'];

/**
 * Reads an error response of any gateway: our JSON, other JSON, or a proxy's page.
 *
 * @param inSession whether the call belongs to a session, which a 401 and a block end
 */
export async function readApiError(response: Response, inSession = false): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const { message, code } = isObject(body) ? body : {};
  const wait = Number(response.headers.get('retry-after'));
  return new ApiError({
    status: response.status,
    message: messageOf(message, response.status, wait),
    errors: fieldErrorsOf(body),
    code: typeof code === 'string' ? code : undefined,
    retryAfter: wait > 0 ? wait : undefined,
    body,
    sessionEnded: inSession && (response.status === 401 || (response.status === 403 && ENDING_CODES.includes(code))),
  });
}

/** Returns any thrown value as an ApiError; an error of our own code gets the general message. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError({ status: -1, message: messages.internal });
}
