import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type FieldError, fieldErrorsOf } from '#shared/kit/http/failure.ts';

const lineOf = ({ field, message }: FieldError) => `${field}: ${message}`;

/**
 * Returns a form's errors as 'field: text', with the first reason of each field.
 *
 * @param more errors of the form's rules across fields
 */
export function formErrors(schema: z.ZodMiniType, values: unknown, more: readonly FieldError[] = []): string[] {
  const issues = z.safeParse(schema, values).error?.issues ?? [];
  const first = new Map<string, FieldError>();
  for (const error of [...issues.map(({ path, message }) => ({ field: path.join('.'), message })), ...more]) {
    if (!first.has(error.field)) first.set(error.field, error);
  }
  return [...first.values()].map(lineOf).sort();
}

/** Formats errors of rules across fields. */
export const errorLines = (errors: readonly FieldError[]): string[] => errors.map(lineOf).sort();

/**
 * Returns a response's errors in this format; empty for an accepted call.
 *
 * @param names the form's field names, by the call's names
 */
export function responseErrors(
  { status, body }: { status: number; body: unknown },
  names: Readonly<Record<string, string>> = {},
): string[] {
  if (status === 200) return [];
  expect(status, JSON.stringify(body)).toBe(422);
  const errors = fieldErrorsOf(body);
  expect(errors, JSON.stringify(body)).not.toEqual([]);
  return errorLines(errors.map(({ field, message }) => ({ field: names[field] ?? field, message })));
}
