// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { INVALID_EMAIL_LINK, openEmailChange } from '#shared/people/email-change.ts';
import { INVALID_INVITATION, readInvitation } from '#shared/people/team.ts';
import { loaded, openPortal } from '#test/screens/open-portal.tsx';

const settings = { strict: true };

/** Screens that not every gateway allows. */
const GUARDED = [
  '/pendientes',
  '/usuario/equipo',
  '/usuario/actividad',
  '/usuario/datos-personales',
  '/usuario/sesiones',
  '/usuario/segundo-paso',
  '/usuario/email',
];

/** Screens that every gateway allows, with parts that only our own has. */
const PARTIAL = ['/estadisticas', '/ordenes', '/ordenes/nueva-orden', '/ordenes/detalle/1', '/calculadora', '/usuario'];

test.each(GUARDED)('a sentence replaces %s before a gateway without the capability', async (path) => {
  await openPortal(path, { settings });
  await screen.findByText('Tu proveedor no tiene habilitada esta función');
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
});

test.each([...GUARDED, ...PARTIAL])('%s makes only specified calls to a gateway that has no others', async (path) => {
  const { container, received } = await openPortal(path, { settings });
  await loaded(container);
  expect(received.length).toBeGreaterThan(0);
  expect(received.filter(({ endpoint }) => endpoint.addition).map(({ endpoint }) => endpoint.path)).toEqual([]);
});

test.each([
  ['/equipo/invitacion/enlace', readInvitation, INVALID_INVITATION],
  ['/cambio-de-email/enlace', openEmailChange, INVALID_EMAIL_LINK],
] as const)('%s is no valid link before a gateway that sends none', async (path, endpoint, text) => {
  const { received } = await openPortal(path, { settings }, {});
  await screen.findByText(text);
  expect(received.map((request) => request.endpoint)).not.toContain(endpoint);
});
