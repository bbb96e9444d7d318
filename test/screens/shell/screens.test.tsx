// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { axeViolations, consoleErrors, loaded, openPortal } from '#test/screens/open-portal.tsx';
import { TRACKING } from '#test/screens/sample-from-schema.ts';

/** All screens that require a session. */
const INSIDE = {
  estadísticas: '/estadisticas',
  órdenes: '/ordenes',
  'orden nueva': '/ordenes/nueva-orden',
  orden: `/ordenes/detalle/${TRACKING}`,
  'orden a editar': `/ordenes/editar/${TRACKING}`,
  envíos: '/envios',
  envío: `/envios/detalle/1/${TRACKING}-1`,
  'carga masiva': '/carga-masiva',
  'detalle de carga masiva': '/carga-masiva/detalle/1',
  'logística inversa': '/logistica-inversa',
  'orden nueva de logística inversa': '/logistica-inversa/nueva-orden',
  productos: '/productos',
  calculadora: '/calculadora',
  pagos: '/pagos',
  stock: '/stock',
  fulfillment: '/fulfillment',
  'detalle de fulfillment': '/fulfillment/detalle/1',
  cuenta: '/usuario',
  equipo: '/usuario/equipo',
  actividad: '/usuario/actividad',
  'datos personales': '/usuario/datos-personales',
  sesiones: '/usuario/sesiones',
  'segundo-paso': '/usuario/segundo-paso',
  'cambio de email': '/usuario/email',
} as const;

/** Public screens. */
const OPEN = {
  ingreso: '/login',
  'pedido de contraseña': '/password-reset-request',
  'contraseña nueva': '/password_reset/enlace',
  activación: '/activation/enlace',
  invitación: '/equipo/invitacion/enlace',
  'detener una recuperación': '/detener-recuperacion/enlace',
  'detener un cambio de email': '/detener-correccion/enlace',
  'enlace del cambio de email': '/cambio-de-email/enlace',
  'dirección desconocida': '/no-existe',
} as const;

/** Button of the error page. */
const CRASHED = 'Recargar la página';

/** Focuses and leaves every field without changing it, like the Tab key. */
function passThrough(container: HTMLElement): void {
  for (const field of container.querySelectorAll('input, select, textarea')) {
    fireEvent.focus(field);
    fireEvent.blur(field);
  }
}

describe.each(Object.entries(INSIDE))('%s', (_name, path) => {
  test.each(['filled', 'empty'] as const)(
    'is accessible with responses that are %s, without an error on the console',
    async (answers) => {
      const { container } = await openPortal(path, { answers });
      await loaded(container);
      passThrough(container);
      await loaded(container);
      expect(screen.queryByText(CRASHED)).toBeNull();
      expect(await axeViolations(container)).toEqual([]);
      expect(consoleErrors).toEqual([]);
    },
  );

  test('is accessible while it loads and after it fails to load', async () => {
    const { container } = await openPortal(path, { answers: 'never' });
    expect(await axeViolations(container)).toEqual([]);
    cleanup();
    const { container: failed } = await openPortal(path, { answers: 'failed' });
    await loaded(failed);
    expect(screen.queryByText(CRASHED)).toBeNull();
    expect(await axeViolations(failed)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  });
});

test.each(Object.entries(OPEN))('%s is accessible without a login', async (_name, path) => {
  const { container } = await openPortal(path, {}, {});
  await loaded(container);
  expect(await axeViolations(container)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
