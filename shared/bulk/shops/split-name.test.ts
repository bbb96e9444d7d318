import { expect, test } from 'vitest';
import { judgeMapped } from '#test/texts/judge-cells.ts';
import { nameOrder, splitName } from './split-name.ts';

const split = (full: string, header = 'Destinatario') => {
  const { nombre, apellido, doubtful } = splitName(full, nameOrder(header));
  return `${nombre} | ${apellido}${doubtful ? ' ?' : ''}`;
};

test.each([
  ['Juan Pérez', 'Juan | Pérez'],
  ['Pérez, Juan', 'Juan | Pérez'],
  ['QUIROGA, BRISA', 'BRISA | QUIROGA'],
  ['Ludmila Ferreyra', 'Ludmila | Ferreyra'],
  ['Nahir Benítez', 'Nahir | Benítez'],
  ['Valeria Muñoz', 'Valeria | Muñoz'],
])('«%s» has one reading in any column', (full, read) => {
  expect(split(full)).toBe(read);
});

test.each([
  ['Nombre y Apellido', 'Zunilda Coria', 'Zunilda | Coria'],
  ['NOMBRE/APELLIDO', 'ZUNILDA CORIA', 'ZUNILDA | CORIA'],
  ['Apellido y nombre', 'Coria Zunilda', 'Zunilda | Coria'],
  ['Apellido, Nombre', 'PÉREZ JUAN', 'JUAN | PÉREZ'],
  // A last name that is a given name, too.
  ['Nombre y apellido', 'Oscar Vera', 'Oscar | Vera'],
  ['Nombre y apellido', "Yoselin O'Connor", "Yoselin | O'Connor"],
])('a column «%s» says which of the two words of «%s» is the last name', (header, full, read) => {
  expect(split(full, header)).toBe(read);
});

test.each([
  // Nothing says which of the words is the last name.
  ['Destinatario', 'Coria Zunilda'],
  ['Destinatario', 'Pérez Juan'],
  ['Destinatario', 'PÉREZ JUAN'],
  // The row contradicts its column.
  ['Nombre y apellido', 'Pérez Juan'],
  ['Nombre y apellido', 'Juan, Pérez'],
  // Both words may be given names: nothing, or only the column, says that the second one isn't the last name.
  ['Destinatario', 'Juan Martín'],
  ['Apellido y nombre', 'Martín Juan'],
  // The first word is no given name that is known.
  ['Destinatario', 'Coria Inéz'],
  ['Destinatario', 'Quiroga Fernández'],
  ['Destinatario', 'Carnicería López'],
  ['Nombre: apellido y nombre', 'Coria Zunilda'],
  // No names of persons.
  ...[
    'Consumidor Final',
    'Sin Nombre',
    'No tiene',
    'El Trebol',
    'Señora Coria',
    'Recepción Coria',
    'Mueblería Coria',
  ].map((full) => ['Nombre y apellido', full]),
  // More or fewer words, particles, titles, initials, companies.
  ['Nombre y apellido', 'Zunilda'],
  ['Nombre y apellido', 'Celina Yamile Castro'],
  ['Apellido y nombre', 'Pérez Juan Carlos'],
  ['Nombre y apellido', 'De Luca'],
  ['Nombre y apellido', 'Z. Coria'],
  ['Nombre y apellido', 'Dra. Coria'],
  ['Nombre y apellido', 'Kiosco Coria'],
  ['Nombre y apellido', 'Consorcio Belgrano'],
  ['Apellido y nombre', 'Familia Coria'],
  ['Nombre y apellido', 'Transporte, Coria'],
  ['Nombre y apellido', 'Coria / Zunilda'],
])('in a column «%s» a person checks how «%s» was divided', (header, full) => {
  expect(split(full, header)).toMatch(/ \?$/);
});

test('the name of a row is divided in the order that its column’s header says', async () => {
  const names = async (header: string) => {
    const { order, doubtful } = await judgeMapped(
      {},
      { split: { nombre_completo: 'Coria Zunilda' }, headers: { nombre_completo: header } },
    );
    return [order?.receiver.first_name, order?.receiver.last_name, doubtful.apellido !== undefined];
  };
  expect(await names('Apellido y nombre')).toEqual(['Zunilda', 'Coria', false]);
  expect(await names('Cliente')).toEqual(['Coria', 'Zunilda', true]);
});
