import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '#web/kit/call/api-error.ts';
import { alertQueue } from '#web/kit/lib/alerts.ts';
import { showFormError } from './show-form-error.ts';

const TAKEN = { field: 'username', message: 'El nombre de usuario ya está en uso' };

/** A form that has some of the fields. */
const formWith = (fields: readonly string[]) =>
  ({ showErrors: ({ errors }: ApiError) => errors.filter(({ field }) => !fields.includes(field)) }) as never;

const alertsAbout = (form: never, options?: Parameters<typeof showFormError>[2]) => {
  showFormError(form, new ApiError({ status: 422, message: 'Revisá los datos', errors: [TAKEN] }), options);
  return alertQueue.get().map(({ title }) => title);
};

const firstMessage = { title: (failure: ApiError): [string] => [failure.firstMessage] };

beforeEach(() => alertQueue.set([]));

test('an error at its field isn’t repeated by an alert with the same text', () => {
  expect(alertsAbout(formWith(['username']), firstMessage)).toEqual([]);
});

test('an error of no field is an alert', () => {
  expect(alertsAbout(formWith([]), firstMessage)).toEqual([TAKEN.message]);
});

test('a form of the specification shows the alert that it asks for', () => {
  expect(alertsAbout(formWith(['username']))).toEqual(['Revisá los datos']);
});
