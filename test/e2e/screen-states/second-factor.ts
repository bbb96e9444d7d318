import type { Page, Route } from '@playwright/test';
import { SET_UP_REQUIRED } from '#shared/people/rules/required-factor.ts';
import { STEP_UP_REQUIRED } from '#shared/people/second-factor/factor-code.ts';
import { button, opens, question, type ScreenStates, type State, says } from './state.ts';

export const TEAM = '**/api/v1/client/user/';
const USER = '**/api/v2/client/user/';
const FACTOR = '**/api/v1/client/factor/';
const PASSKEYS = '**/api/v1/client/passkey/';

const SINCE = '2026-03-10T12:00:00-03:00';
const REQUIRED_FROM = '2099-01-31T12:00:00-03:00';

/** Answers a call by a refusal that the portal reacts to. */
const refuses = (code: string, message: string) => (route: Route) =>
  route.fulfill({ status: 403, json: { code, message } });

/** Shows a user with a second factor and passkeys. */
async function showPasskeys(page: Page): Promise<void> {
  const factor = { since: SINCE, backup_codes: 10, required_from: null };
  const passkeys = [
    { id: 1, name: 'Notebook', created_at: SINCE, used_at: SINCE },
    { id: 2, name: 'Llave azul de repuesto en la oficina', created_at: SINCE, used_at: null },
  ];
  await page.route(FACTOR, (route) => route.fulfill({ json: { results: factor } }));
  await page.route(PASSKEYS, (route) => route.fulfill({ json: { results: passkeys } }));
  await page.reload();
  await page.getByRole('table', { name: 'Llaves de acceso' }).waitFor();
}

async function hidePasskeys(page: Page): Promise<void> {
  for (const call of [FACTOR, PASSKEYS]) await page.unroute(call);
}

/** States of the screen of the second factor. */
export const SECOND_FACTOR: ScreenStates = {
  shows: (page) => button(page, 'Configurar'),
  states: [
    {
      what: 'the password with what is missing',
      shows: (page) => page.getByText('Escribí tu contraseña').first(),
      stays: true,
      async reach(page) {
        await button(page, 'Configurar').click();
        await says('Continuar', 'Escribí tu contraseña')(page);
      },
    },
    {
      what: 'the secret, and then the backup codes',
      shows: (page) => page.getByText('abcd0-efgh0').first(),
      stays: true,
      async reach(page) {
        const results = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', uri: 'otpauth://totp/Remito:demo?secret=ABCD' };
        const backup_codes = Array.from({ length: 10 }, (_, n) => `abcd${n}-efgh${n}`);
        await page.route(`${FACTOR}begin`, (route) => route.fulfill({ json: { results } }));
        await page.route(`${FACTOR}confirm`, (route) =>
          route.fulfill({ json: { message: 'x', results: { backup_codes } } }),
        );
        await button(page, 'Configurar').click();
        await page.getByLabel('Tu contraseña', { exact: true }).fill('quebracho7');
        await button(page, 'Continuar').click();
        await page.getByLabel('Código de tu aplicación').fill('123456');
        await button(page, 'Confirmar').click();
        await page.getByText('abcd0-efgh0').waitFor();
        for (const call of ['begin', 'confirm']) await page.unroute(`${FACTOR}${call}`);
      },
    },
    {
      what: 'a second step with few backup codes',
      loads: true,
      shows: (page) => page.getByText('Te queda un código de respaldo.').first(),
      stays: true,
      async reach(page) {
        const results = { since: '2026-03-10T12:00:00-03:00', backup_codes: 1, required_from: null };
        await page.route(FACTOR, (route) => route.fulfill({ json: { results } }));
        await page.reload();
        await page.getByText('Te queda un código de respaldo.').waitFor();
        await page.unroute(FACTOR);
      },
    },
    {
      what: 'the passkeys',
      loads: true,
      shows: (page) => page.getByText('Notebook').first(),
      stays: true,
      async reach(page) {
        await showPasskeys(page);
        await hidePasskeys(page);
      },
    },
    {
      what: 'the question before a passkey is removed',
      loads: true,
      shows: question,
      stays: true,
      async reach(page) {
        await showPasskeys(page);
        await opens('Quitar Notebook', 'alertdialog')(page);
        await hidePasskeys(page);
      },
    },
    {
      what: 'the question for the second step again',
      loads: true,
      shows: (page) => page.getByRole('dialog', { name: 'Confirmá que sos vos' }),
      stays: true,
      refused: true,
      async reach(page) {
        await showPasskeys(page);
        await page.route(`${PASSKEYS}*/remove`, refuses('step_up_required', STEP_UP_REQUIRED));
        await opens('Quitar Notebook', 'alertdialog')(page);
        await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
        await page.getByRole('dialog', { name: 'Confirmá que sos vos' }).waitFor();
        await page.unroute(`${PASSKEYS}*/remove`);
        await hidePasskeys(page);
      },
    },
  ],
  fails: { call: FACTOR, says: 'Ocurrió un error' },
};

/** States of the team's screen whose company requires a second factor. */
export const REQUIRED_FACTOR: readonly State[] = [
  {
    what: 'a requirement of a second factor, with its notice',
    loads: true,
    shows: (page) => button(page, 'Dejar de exigirlo'),
    stays: true,
    async reach(page) {
      await page.route(TEAM, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), factor_required_from: REQUIRED_FROM } });
      });
      await page.route(USER, async (route) => {
        const response = await route.fetch();
        const { results, ...rest } = await response.json();
        const json = { ...rest, results: { ...results, factor_required_from: REQUIRED_FROM } };
        await route.fulfill({ response, json });
      });
      await page.reload();
      await page.getByRole('link', { name: 'Configurar el segundo paso' }).waitFor();
      await button(page, 'Dejar de exigirlo').waitFor();
      for (const call of [TEAM, USER]) await page.unroute(call);
    },
  },
  {
    what: 'the set-up of a required second factor',
    loads: true,
    shows: (page) => page.getByRole('dialog', { name: 'Configurá tu segundo paso' }),
    stays: true,
    refused: true,
    async reach(page) {
      await page.route(TEAM, refuses('factor_setup_required', SET_UP_REQUIRED));
      await page.reload();
      await page.getByRole('dialog', { name: 'Configurá tu segundo paso' }).waitFor();
      await page.unroute(TEAM);
    },
  },
];
