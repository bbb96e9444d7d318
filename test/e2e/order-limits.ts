import { expect } from './fixtures.ts';
import type { OrderPage } from './order-page.ts';

const x = (length: number) => 'x'.repeat(length);

/** A text on either side of a limit, and what its field says to the wrong one. */
const LIMITS: readonly [label: string, right: string, wrong: string, message: string][] = [
  ['Nro. de Orden Interno', 'AQ', 'A', 'El número de orden es muy corto'],
  ['Nro. de Orden Interno', x(20), x(21), 'Ingrese hasta 20 caracteres'],
  ['Nro. de Orden Interno', '📦'.repeat(20), '📦'.repeat(21), 'Ingrese hasta 20 caracteres'],
  ['Remitente', x(30), x(31), 'Ingrese hasta 30 caracteres'],
  ['Calle', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['Altura', '1', '0', 'El número es inválido'],
  ['Altura', 'S/N', '-1', 'El número es inválido'],
  ['Altura', x(20), x(21), 'Ingrese hasta 20 caracteres'],
  ['Piso', x(10), x(11), 'Ingrese hasta 10 caracteres'],
  ['Dpto.', x(10), x(11), 'Ingrese hasta 10 caracteres'],
  ['Entre calle 1', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['Entre calle 2', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['Código postal', '1425', 'abc', 'El código postal no es válido'],
  ['Código postal', 'C1425ABC', '-1', 'El código postal no es válido'],
  ['Localidad', x(40), x(41), 'Ingrese hasta 40 caracteres'],
  ['Barrio', x(40), x(41), 'Ingrese hasta 40 caracteres'],
  ['Observaciones', x(250), x(251), 'Ingrese hasta 250 caracteres'],
  ['Nombre', x(30), x(31), 'Ingrese hasta 30 caracteres'],
  ['Apellido', x(30), x(31), 'Ingrese hasta 30 caracteres'],
  ['Documento', '12345678', '123456789', 'Ingrese hasta 8 caracteres'],
  ['Documento', '28.456.789', 'malo', 'El documento debe tener números'],
  ['Destinatario', x(60), x(61), 'Ingrese hasta 60 caracteres'],
  ['Email', 'ana@example.com', 'ana@', 'El email es inválido'],
  ['Email', 'ana+tienda@example.com', 'x?bcc=y&body=z@example.com', 'El email es inválido'],
  ['Email', `${x(64)}@${x(31)}.com`, `${x(64)}@${x(32)}.com`, 'El máximo es de 100 caracteres'],
  ['Teléfono', '1234567', '123456', 'El número es muy corto'],
  ['Teléfono', '1'.repeat(60), '1'.repeat(61), 'Ingrese hasta 60 caracteres'],
  ['Largo', '1', '0', 'El mínimo debe ser 1'],
  ['Largo', '9999', '10000', 'Debe ser menor o igual a 9999'],
  ['Ancho', '1', '0', 'El mínimo debe ser 1'],
  ['Ancho', '9.999', '10.000', 'Debe ser menor o igual a 9999'],
  ['Alto', '1', '0', 'El mínimo debe ser 1'],
  ['Alto', '9999', '10000', 'Debe ser menor o igual a 9999'],
  ['Largo', '30', '2,5', 'Ingresá centímetros enteros, sin decimales'],
  ['Peso', '1', '0', 'Debe ser mayor a 0'],
  ['Peso', '2.500', '2,5', 'Ingresá gramos enteros, sin decimales'],
  ['Peso', '900', 'mucho', 'Ingresá un número'],
  ['Peso', '999999', '1000000', 'Debe ser menor o igual a 999999'],
  ['Valor', '1', '0', 'Debe ser mayor a 0'],
  ['Valor', '32.500,00', '32.500,50', 'Ingresá pesos enteros, sin centavos'],
  ['Valor', '1', 'abc', 'Ingresá un número'],
  ['Valor', '9999999', '10000000', 'Debe ser menor o igual a 9999999'],
];

/** Every limit of an order's form is told when a field is left, and not one character earlier (D1 §5, D2 §5). */
export async function expectLimits(order: OrderPage): Promise<void> {
  for (const [label, right, wrong, message] of LIMITS) {
    const field = order.field(label);
    await field.fill(wrong);
    await field.blur();
    await expect(field, `${label}: ${wrong}`).toHaveAccessibleDescription(new RegExp(message));
    await field.fill(right);
    await field.blur();
    await expect(field, `${label}: ${right}`).not.toHaveAttribute('aria-invalid');
  }
}
