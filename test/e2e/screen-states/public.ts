import type { ScreenName } from '#test/e2e/screens.ts';
import { button, dialog, opens, type ScreenStates, says } from './state.ts';

/** States of the public screens. */
export const PUBLIC_SCREENS = {
  ingreso: {
    shows: (page) => button(page, 'Entrar'),
    states: [
      {
        what: 'the registration with what is missing',
        shows: dialog,
        async reach(page) {
          await opens('Registrate')(page);
          await says('Continuar', 'El telefono es obligatorio')(page);
        },
      },
      {
        what: 'the fields with what is missing',
        shows: (page) => page.getByText('Usuario Requerido').first(),
        reach: says('Entrar', 'Usuario Requerido'),
      },
      {
        what: 'a refused login',
        shows: (page) => page.getByRole('main').getByText('El usuario o la contraseña no existen'),
        stays: true,
        async reach(page) {
          const refusal = { status: 422, json: { success: false, message: 'El usuario o la contraseña no existen' } };
          await page.route('**/api/login', (route) => route.fulfill(refusal), { times: 1 });
          await page.getByLabel('Usuario').fill('equivocado');
          await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
          await button(page, 'Entrar').click();
          await page.getByRole('main').getByText(refusal.json.message).waitFor();
        },
      },
      {
        what: 'the second step with a refused code',
        shows: (page) => page.getByText(/^El código no es correcto/).first(),
        stays: true,
        async reach(page) {
          const half = { status: 200, json: { success: true, token: 'a.b.c', message: '', second_factor: true } };
          await page.route('**/api/login', (route) => route.fulfill(half), { times: 1 });
          const message = 'El código no es correcto. Verificá que tu teléfono tenga la hora exacta: son las 12:30';
          const refusal = { status: 422, json: { message: 'x', errors: [{ field: 'code', message }] } };
          await page.route('**/api/login/code', (route) => route.fulfill(refusal), { times: 1 });
          await page.getByLabel('Usuario').fill('sofia');
          await page.getByLabel('Contraseña', { exact: true }).fill('quebracho7');
          await button(page, 'Entrar').click();
          await page.getByLabel('Código de tu aplicación').fill('123456');
          await button(page, 'Continuar').click();
          await page.getByText(message).first().waitFor();
        },
      },
      {
        what: 'another activation mail',
        only: 'desk',
        stays: true,
        async reach(page) {
          const refusal = { status: 422, json: { success: false, message: 'Tu cuenta todavía no está activada' } };
          await page.route('**/api/login', (route) => route.fulfill(refusal), { times: 1 });
          await page.getByLabel('Usuario').fill('sofia');
          await page.getByLabel('Contraseña', { exact: true }).fill('quebracho7');
          await button(page, 'Entrar').click();
          await opens('¿No activaste tu cuenta? Pedí otro email')(page);
        },
      },
    ],
  },
  recuperar: {
    shows: (page) => button(page, 'Enviar enlace'),
    states: [
      {
        what: 'the field with what is missing',
        shows: (page) => page.locator('[aria-invalid=true]'),
        reach: async (page) => {
          await button(page, 'Enviar enlace').click();
          await page.locator('[aria-invalid=true]').waitFor();
        },
      },
    ],
  },
  restablecer: {
    shows: (page) => button(page, 'Cambiar contraseña'),
    states: [
      {
        what: 'the fields with what is missing',
        shows: (page) => page.getByText('Debés escribir una contraseña.').first(),
        reach: says('Cambiar contraseña', 'Debés escribir una contraseña.'),
      },
    ],
  },
  activacion: {
    shows: (page) => page.getByText('La cuenta se activó correctamente'),
    fails: { call: '**/api/v2/client/activate', says: 'Error en la activación de la cuenta' },
  },
  invitacion: {
    shows: (page) => page.getByText('La invitación venció, se retiró o ya se usó'),
    fails: { call: '**/api/v2/client/invitation/read', says: 'La invitación venció' },
  },
  'detener-recuperacion': {
    shows: (page) => button(page, 'Detener la recuperación'),
    states: [
      {
        what: 'a stopped recovery',
        shows: (page) => page.getByText(/^La recuperación se detuvo/).first(),
        stays: true,
        async reach(page) {
          const json = { message: 'La recuperación se detuvo: nadie va a recibir un código' };
          await page.route('**/api/v2/client/factor_recovery/stop', (route) => route.fulfill({ json }), { times: 1 });
          await says('Detener la recuperación', json.message)(page);
        },
      },
    ],
  },
  'detener-correccion': {
    shows: (page) => button(page, 'Detener el cambio de email'),
    states: [
      {
        what: 'a stopped correction',
        shows: (page) => page.getByText(/^El cambio se detuvo/).first(),
        stays: true,
        async reach(page) {
          const json = {
            message:
              'El cambio se detuvo y se cerraron todas las sesiones. Hablá con tu proveedor para recuperar tu email',
          };
          await page.route('**/api/v2/client/email_correction/stop', (route) => route.fulfill({ json }), { times: 1 });
          await says('Detener el cambio de email', json.message)(page);
        },
      },
    ],
  },
  'enlace-de-email': {
    shows: (page) => page.getByText('El enlace venció, ya se usó o el cambio se retiró'),
    states: [
      {
        what: 'the question of the current address',
        loads: true,
        shows: (page) => button(page, 'Retirar el cambio'),
        stays: true,
        async reach(page) {
          const json = { results: { address: 'old', email: `${'ana.'.repeat(9)}paz@tienda.example` } };
          await page.route('**/api/v2/client/email_change/read', (route) => route.fulfill({ json }));
          await page.reload();
          await button(page, 'Retirar el cambio').waitFor();
          await page.unroute('**/api/v2/client/email_change/read');
        },
      },
    ],
    fails: { call: '**/api/v2/client/email_change/read', says: 'El enlace venció' },
  },
  'no-encontrada': { shows: (page) => page.getByRole('link', { name: 'Ir al inicio' }) },
  seguimiento: {
    shows: (page) => page.getByRole('list', { name: 'Etapas' }).first(),
    states: [
      {
        what: 'the search',
        loads: true,
        shows: (page) => page.getByRole('heading', { name: 'Seguí tu envío' }),
        stays: true,
        reach: (page) => page.goto('/seguimiento'),
      },
      {
        what: 'an unknown number',
        loads: true,
        shows: (page) => page.getByRole('heading', { name: 'No encontramos ese envío' }),
        stays: true,
        reach: (page) => page.goto('/seguimiento/NADA'),
      },
    ],
  },
} satisfies Partial<Record<ScreenName, ScreenStates>>;
