import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { isCommonPassword } from '#server/people/domain/chosen-password.ts';
import { listedZipCodes } from '#shared/orders/lookups.ts';
import type { ListedZips } from '#shared/orders/rules/place/zip-province.ts';
import * as access from '#shared/people/access.ts';
import { register } from '#shared/people/registration.ts';
import { containsUsername } from '#shared/people/rules/common-passwords.ts';
import { sharedApp } from '#test/app/shared-app.ts';
import { signUp } from '#test/fixtures/sender-factory.ts';
import { formArbitrary, textPaths, zipAndProvinceArbitrary } from '#test/fuzz/arbitrary-forms.ts';
import { scaled } from '#test/test-scale.ts';
import { errorLines, formErrors, responseErrors } from '#test/texts/form-errors.ts';
import { zipsListed } from '#web/orders/place/zip-province-check.ts';
import {
  addressErrors,
  payloadOf,
  type RegistrationValues,
  STEPS,
  schemas,
} from '#web/people/sender/login/registration/steps.ts';

const { app, mail } = await sharedApp();

const RUNS = { numRuns: scaled(60, 1000) };

/** Fewer runs, because each hashes passwords. */
const HASHED = { numRuns: scaled(20, 300) };

let zips: ListedZips;
beforeAll(async () => {
  zips = zipsListed((await app.call(listedZipCodes)).body);
});

let numbers = 0;

function visitor(): RegistrationValues {
  numbers += 1;
  return {
    contact: { nombre: 'Ana', apellido: 'Núñez', telefono: '+54 11 4555-0101', email: `ana${numbers}@example.com` },
    company: { cuit: '30-71234567-1', razon_social: 'Mates del Sur S.R.L.', nombre_empresa: 'Mates del Sur' },
    address: {
      sender_address_street_name: 'Av. Rivadavia',
      sender_address_street_number: '4500',
      sender_address_zip_code: '1424',
      sender_address_state: 'Ciudad Autónoma de Buenos Aires',
      sender_address_city: 'CABA',
      sender_address_neighborhood_name: 'Caballito',
      sender_address_floor: '3',
      sender_address_apartment: 'B',
      sender_address_other_info: 'Timbre roto',
    },
    user: { username: `ana.${numbers}`, password: 'portal2026', passwordConfirm: 'portal2026' },
  };
}

/** Ignores errors that a form can't foresee, and fields that a specified payload can't contain (readings C5). */
const bothSay = (verdict: string[]) =>
  verdict.filter(
    (line) =>
      line !== 'username: El nombre de usuario ya está en uso' && line !== 'nombre_empresa: El nombre es obligatorio',
  );

/** Returns the refusal of a password by the server's rules, whose list no form loads. */
async function refusalOf(field: string, password: string, username = ''): Promise<string[]> {
  if (containsUsername(password, username)) return [`${field}: ${access.PASSWORD_WITH_USERNAME}`];
  return (await isCommonPassword(password)) ? [`${field}: ${access.COMMON_PASSWORD}`] : [];
}

test('a registration is accepted if its form accepts it, and otherwise refused on the same fields', async () => {
  const paths = textPaths(visitor()).filter((path) => path !== 'user.passwordConfirm');
  let registered = 0;
  await fc.assert(
    fc.asyncProperty(
      formArbitrary(visitor, paths),
      fc.option(zipAndProvinceArbitrary, { freq: 2, nil: null }),
      async (values, place) => {
        if (place) {
          values.address.sender_address_zip_code = place.zip_code;
          values.address.sender_address_state = place.state;
        }
        const fields = bothSay(STEPS.flatMap((step) => formErrors(schemas[step], values[step])).sort());
        const browser = fields.length > 0 ? fields : errorLines(addressErrors(values.address, zips));
        const { contact, company, address, user } = values;
        const { passwordConfirm: _, ...own } = user;
        // A refused form is sent as typed: only valid values are normalised before sending.
        const body = browser.length === 0 ? payloadOf(values) : { ...contact, ...company, ...address, ...own };
        const answer = await app.call(register, { body });
        const expected = browser.length > 0 ? browser : await refusalOf('password', user.password, user.username);
        expect(bothSay(responseErrors(answer))).toEqual(expected);
        if (answer.status === 200) registered += 1;
      },
    ),
    RUNS,
  );
  expect(registered).toBeGreaterThan(0);
});

test('a new password in the account is accepted if its form accepts it, and otherwise refused on the same fields', async () => {
  const { token, ...sender } = await signUp(app, mail);
  let current = sender.password;
  let changed = 0;
  const wrong = 'currentPassword: La contraseña actual no es correcta';
  const paths = ['currentPassword', 'newPassword'];
  await fc.assert(
    fc.asyncProperty(
      fc.option(
        formArbitrary(() => ({ currentPassword: '', newPassword: 'quebracho7' }), paths),
        // Every second run is a valid change, so that some succeed.
        { freq: 1, nil: null },
      ),
      async (typed) => {
        const values = typed ?? { currentPassword: current, newPassword: `nueva ${++numbers} 🎉` };
        const browser = formErrors(access.passwordChange, values);
        const answer = await app.call(access.modifyPassword, { token, body: values });
        if (answer.status === 400) {
          expect(errorLines(answer.body.errors ?? [])).toEqual([wrong]);
          expect(values.currentPassword).not.toBe(current);
        } else {
          const common = await refusalOf('newPassword', values.newPassword, sender.username);
          expect(responseErrors(answer)).toEqual(browser.length > 0 ? browser : common);
          if (answer.status === 200) {
            current = values.newPassword;
            changed += 1;
          }
        }
        if (browser.length > 0) expect(answer.status).toBe(422);
      },
    ),
    HASHED,
  );
  expect(changed).toBeGreaterThan(0);
});

test('a request for a lost password is accepted if its form accepts it, and otherwise refused on the same field', async () => {
  for (const call of [access.recover, access.sendActivationMail]) {
    await fc.assert(
      fc.asyncProperty(
        formArbitrary(() => ({ email: 'ana@example.com' }), ['email']),
        async (values) => {
          expect(responseErrors(await app.call(call, { body: values }))).toEqual(
            formErrors(access.recoverForm, values),
          );
        },
      ),
      RUNS,
    );
  }
});

test('a reset password is refused on the same field as in its form, before the link is checked', async () => {
  const expired = 'token: El enlace venció o ya se usó. Pedí uno nuevo';
  await fc.assert(
    fc.asyncProperty(
      formArbitrary(() => ({ password: 'quebracho7' }), ['password']),
      async ({ password }) => {
        const { newPassword } = access.passwordChange.shape;
        const browser = formErrors(newPassword, password).map((line) => `password${line}`);
        const answer = await app.call(access.resetPassword, { body: { token: 'x'.repeat(43), password } });
        const [server = expired] = await refusalOf('password', password);
        expect(responseErrors(answer)).toEqual(browser.length > 0 ? browser : [server]);
      },
    ),
    HASHED,
  );
});

test('a login is tried if its form accepts it, and otherwise refused on the same fields', async () => {
  await fc.assert(
    fc.asyncProperty(
      formArbitrary(() => ({ _username: 'nadie', _password: 'quebracho7' }), ['_username', '_password']),
      async (values) => {
        const browser = formErrors(access.loginForm, values);
        const answer = await app.call(access.login, { body: values });
        if (browser.length === 0) expect(answer.status).toBe(400);
        else expect(responseErrors(answer)).toEqual(browser);
      },
    ),
    RUNS,
  );
});
