import * as access from '#shared/kit/access.ts';
import { register } from '#shared/people/registration.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import type { HttpClient } from './http-client.ts';
import type { ReceivedMail } from './read-mail.ts';

let counter = 0;

/** Builds a registration; each call is another company. No name contains another one. */
export function registrationForm(changes: Record<string, unknown> = {}) {
  counter++;
  const name = String(counter).padStart(5, '0');
  return {
    nombre: 'Ana',
    apellido: 'Núñez',
    telefono: '+54 11 4555-0101',
    email: `ana.${name}@example.com`,
    cuit: '30-71234567-1',
    cuit_cliente: '30-71234567-1',
    razon_social: 'Mates del Sur S.R.L.',
    nombre_empresa: 'Mates del Sur',
    sender_address_street_name: 'Av. Rivadavia',
    sender_address_street_number: 4500,
    sender_address_zip_code: '1424',
    sender_address_state: 'Ciudad Autónoma de Buenos Aires',
    sender_address_city: 'CABA',
    sender_address_neighborhood_name: 'Caballito',
    sender_address_floor: '3',
    sender_address_apartment: 'B',
    sender_address_other_info: 'Timbre roto',
    username: `ana.${name}`,
    password: 'portal2026',
    ...changes,
  };
}

/** Extracts the token at the end of a mail's link: `/activation/…`, `/password_reset/…`, `/equipo/invitacion/…`,
 * `/cambio-de-email/…`, `/detener-recuperacion/…` or `/detener-correccion/…`. */
export function tokenIn(mail: ReceivedMail | undefined): string {
  return (
    /\/(?:activation|password_reset|equipo\/invitacion|cambio-de-email|detener-recuperacion|detener-correccion)\/([\w-]+)/.exec(
      mail?.text ?? '',
    )?.[1] ?? ''
  );
}

export interface Sender {
  username: string;
  email: string;
  password: string;
  token: string;
}

/** Registers, activates by the received mail and logs in, without accepting the terms. */
export async function logInBeforeTerms(
  app: HttpClient,
  mail: FakeMailServer,
  changes: Record<string, unknown> = {},
): Promise<Sender> {
  const form = registrationForm(changes);
  await app.call(register, { body: form });
  const [letter] = await mail.mailsTo(form.email);
  await app.call(access.activate, { body: { token: tokenIn(letter) } });
  const { username, email, password } = form;
  return { username, email, password, token: await logIn(app, username, password) };
}

/** Registers, activates by the received mail, logs in and accepts the current terms. */
export async function signUp(
  app: HttpClient,
  mail: FakeMailServer,
  changes: Record<string, unknown> = {},
): Promise<Sender> {
  const sender = await logInBeforeTerms(app, mail, changes);
  await acceptNewestTerms(app, sender.token);
  return sender;
}

/** Accepts the newest terms; does nothing without terms. */
export async function acceptNewestTerms(app: HttpClient, token: string): Promise<void> {
  const { body } = await app.call(access.newestTerms, { token });
  for (const { id } of body.results) await app.call(access.acceptTerms, { token, params: { id } });
}

/** Logs in; returns '' after a refusal. */
export async function logIn(app: HttpClient, username: string, password: string): Promise<string> {
  const { body } = await app.call(access.login, { body: { _username: username, _password: password } });
  return body.token ?? '';
}
