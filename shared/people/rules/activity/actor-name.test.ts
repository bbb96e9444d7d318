import { expect, test } from 'vitest';
import { providerNameRefusal } from '#shared/provider/rules/provider-name.ts';
import { actorNameKey, isReservedName } from './actor-name.ts';

test.each(['Ana Paz', 'ANA PAZ', 'Aná  Páz', 'ana-paz', 'Ana\u00A0Paz', 'Ana.Paz'])(
  'the name %s is shown like Ana Paz',
  (name) => {
    expect(actorNameKey(name)).toBe(actorNameKey('Ana Paz'));
  },
);

test.each([
  'Proveedor',
  'PROVEEDOR',
  'prove-edor',
  'Sistema',
  'ops_api_key',
  'OPS API KEY',
  'Tu proveedor',
  'El Proveedor',
  'Remito',
  'rem1to',
  'Soporte de Remito',
  'Equipo del proveedor',
  'Proveedor Remito',
  'remito.soporte',
  'Remito Oficial',
  'Sistema Remito',
  'Mesa de ayuda de Remito',
  'Remito Atención al cliente',
  'Anónimo',
  'Sin sesión',
  'S1stema',
  'Soporte',
  'soporte-tecnico',
  'proveedor2',
  'sistema2',
  'remito.pagos',
  'soporte.remito.ar',
  'Remito Paz',
  'Ana de Remito',
  'Remito S.A.',
  'Remito Envíos',
  'Facturación Remito',
  'Atención a clientes Remito',
  'Rernito',
  'Rernito Pagos 24',
  'ℝemito',
])('the name %s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each([
  'Proveedora Paz',
  'sistemas',
  'ana',
  'remitos',
  'Remigio Torres',
  'Ernesto Soporti',
  'Carmen Barniz',
  'basico1',
  'María de la Paz',
  'ERP 2',
  'Sistema de depósito',
  'Sistema P-1234 WMS',
])('the name %s isn’t reserved', (name) => {
  expect(isReservedName(name)).toBe(false);
});

test.each(['Correo del Sol', 'CORREO DEL S0L', 'correo-del-sol', 'Atención de Correo del Sol', 'Tu Córreo del Sol'])(
  'the name %s is reserved where the provider is called Correo del Sol',
  (name) => {
    expect(isReservedName(name, 'Correo del Norte')).toBe(false);
    expect(isReservedName(name, 'Correo del Sol')).toBe(true);
  },
);

test('a provider whose name has neither letters nor digits reserves nothing', () => {
  expect(isReservedName('ana', '—')).toBe(false);
  expect(isReservedName('María', '—')).toBe(false);
});

test('a brand of four letters or fewer, such as a first name, reserves only itself', () => {
  expect(isReservedName('María Sol Paz', 'Sol')).toBe(false);
  expect(isReservedName('Sol', 'Sol')).toBe(true);
});

test.each(['Ana Paz', "María D'Angelo", 'Núñez, J. (depósito)', 'ERP 2 & WMS', 'ops:tablero_1'])(
  'a person or a key may be called %s',
  (name) => {
    expect(providerNameRefusal(name)).toBeNull();
  },
);

test.each(['Аna Paz', 'Ana Ρaz', 'Ａna', '𝐀na', 'Ana ✓', 'marıa', 'Proveedor'])(
  'nobody of the provider may be called %s',
  (name) => {
    expect(providerNameRefusal(name)).not.toBeNull();
  },
);
