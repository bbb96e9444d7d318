import { expect } from 'vitest';
import * as z from 'zod/mini';
import { type FieldError, fieldErrorsOf } from '#shared/http/failure.ts';

const lineOf = ({ field, message }: FieldError) => `${field}: ${message}`;

/**
 * What a form says of what was typed, as 'field: text' of each wrong field with its first reason.
 *
 * @param more what its rules over several fields say
 */
export function formErrors(schema: z.ZodMiniType, values: unknown, more: readonly FieldError[] = []): string[] {
  const issues = z.safeParse(schema, values).error?.issues ?? [];
  const first = new Map<string, FieldError>();
  for (const error of [...issues.map(({ path, message }) => ({ field: path.join('.'), message })), ...more]) {
    if (!first.has(error.field)) first.set(error.field, error);
  }
  return [...first.values()].map(lineOf).sort();
}

/** The same of rules over several fields alone. */
export const errorLines = (errors: readonly FieldError[]): string[] => errors.map(lineOf).sort();

/**
 * The same of an answer; empty when it was accepted.
 *
 * @param names the form's names of fields, by the call's
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
