import * as z from 'zod/mini';
import { isObject } from '#shared/kit/is-object.ts';

/** One wrong field: `field` is the dotted path in the body (`receiver.address.city`, `shipments.0.weight`). */
export interface FieldError {
  field: string;
  message: string;
}

/** Machine-readable reasons that the portal reacts to. */
export type FailureCode =
  | 'blocked'
  | 'approval_required'
  | 'terms_required'
  | 'permission_required'
  | 'price_confirmation_required'
  | 'feature_required'
  | 'second_factor_required'
  | 'factor_setup_required'
  | 'step_up_required'
  | 'suspended'
  | 'origin'
  | 'throttled'
  | 'stale'
  | 'unavailable';

/** Body of every refusal (readings C33). */
export const failureBody = z.object({
  message: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  code: z.optional(z.string()),
  success: z.optional(z.literal(false)),
  /** Request id in the log, for a 500. */
  request_id: z.optional(z.string()),
});

/** A refusal for people: `message` is Spanish and safe to show. Any other error is a bug. */
export class Failure extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly code: FailureCode | undefined;
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;
  /** A refused login has `success: false` next to its message (readings S15). */
  readonly success: false | undefined;

  constructor(
    status: number,
    message: string,
    errors: readonly FieldError[] = [],
    options: { code?: FailureCode; retryAfter?: number; success?: false } = {},
  ) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.errors = errors;
    this.code = options.code;
    this.retryAfter = options.retryAfter;
    this.success = options.success;
  }
}

/** Splits the text `field => message` of a foreign gateway (D1 §8); null for a text without an arrow. */
function splitArrow(text: string): FieldError | null {
  const at = text.indexOf('=>');
  if (at < 0) return null;
  return { field: text.slice(0, at).trim(), message: text.slice(at + 2).trim() };
}

/**
 * Reads the field errors from every failure body of D1 §8 and D2 §8: `errors[]` of `{field, message}`, of `{message}`
 * with an optional arrow, or of plain texts; an object of `field: message(s)`; or an arrow in `message`.
 */
export function fieldErrorsOf(body: unknown): FieldError[] {
  if (!isObject(body)) return [];
  const { errors, message } = body;
  const list = Array.isArray(errors) ? errors : isObject(errors) ? Object.entries(errors) : [];
  const found = list.flatMap((entry): FieldError[] => {
    if (typeof entry === 'string') return [splitArrow(entry) ?? { field: '', message: entry }];
    if (Array.isArray(entry)) {
      const [field, texts] = entry as [string, unknown];
      return [texts].flat().map((text) => ({ field, message: String(text) }));
    }
    if (isObject(entry) && 'message' in entry) {
      const { field, message: text } = entry;
      if (typeof field === 'string' && field !== '') return [{ field, message: String(text) }];
      return [splitArrow(String(text)) ?? { field: '', message: String(text) }];
    }
    return [];
  });
  if (found.length > 0) return found;
  const arrow = typeof message === 'string' ? splitArrow(message) : null;
  return arrow ? [arrow] : [];
}
