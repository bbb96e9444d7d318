import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseLocalities } from '#server/provider/zip-code/locality-import.ts';
import { fold } from '#shared/kit/text/fold.ts';
import { provinces } from '#shared/orders/rules/place/provinces.ts';
import { zipRegion } from '#shared/orders/rules/place/zip-province.ts';

const file = readFileSync(join(import.meta.dirname, 'zip-codes.csv'), 'utf8');
const lines = file.trimEnd().split('\n');
const { rows, problems } = parseLocalities(file);

test('every row can be imported, and none is a duplicate', () => {
  expect(lines[0]).toBe('code;city;province');
  expect(problems).toEqual([]);
  expect(rows).toHaveLength(lines.length - 1);
  for (const line of lines.slice(1)) expect(line).toMatch(/^[1-9]\d{3};\S[^;"]*\S;[A-HJ-NP-Z]$/);
});

test('rows are sorted', () => {
  expect(lines.slice(1)).toEqual(lines.slice(1).toSorted());
});

test('there are at least 600 codes, in all provinces', () => {
  expect(new Set(rows.map(({ code }) => code)).size).toBeGreaterThanOrEqual(600);
  expect(new Set(rows.map(({ province }) => province))).toEqual(new Set(provinces.map(({ letter }) => letter)));
});

test('every code is in the region of its province', () => {
  expect(rows.filter(({ code, province }) => !zipRegion(code).includes(province))).toEqual([]);
});

test('the codes from 1000 to 1499 are those of the City of Buenos Aires', () => {
  expect(rows.filter(({ code, province }) => code < '1500' !== (province === 'C'))).toEqual([]);
});

test.each([
  ['1425', 'Palermo', 'C'],
  ['1900', 'La Plata', 'B'],
  ['4700', 'San Fernando del Valle de Catamarca', 'K'],
  ['3500', 'Resistencia', 'H'],
  ['9103', 'Rawson', 'U'],
  ['5000', 'Córdoba', 'X'],
  ['3400', 'Corrientes', 'W'],
  ['3100', 'Paraná', 'E'],
  ['3600', 'Formosa', 'P'],
  ['4600', 'San Salvador de Jujuy', 'Y'],
  ['6300', 'Santa Rosa', 'L'],
  ['5300', 'La Rioja', 'F'],
  ['5500', 'Mendoza', 'M'],
  ['3300', 'Posadas', 'N'],
  ['8300', 'Neuquén', 'Q'],
  ['8500', 'Viedma', 'R'],
  ['4400', 'Salta', 'A'],
  ['5400', 'San Juan', 'J'],
  ['5700', 'San Luis', 'D'],
  ['9400', 'Río Gallegos', 'Z'],
  ['3000', 'Santa Fe', 'S'],
  ['4200', 'Santiago del Estero', 'G'],
  ['9410', 'Ushuaia', 'V'],
  ['4000', 'San Miguel de Tucumán', 'T'],
])('%s is %s', (code, city, province) => {
  expect(rows).toContainEqual({ code, city, province });
});

test('neighbourhoods of the City of Buenos Aires have their official names', () => {
  const official = new Set(
    (
      'agronomia,almagro,balvanera,barracas,belgrano,boedo,caballito,chacarita,coghlan,colegiales,constitucion,flores,' +
      'floresta,la boca,la paternal,liniers,mataderos,monserrat,monte castro,nueva pompeya,nunez,palermo,' +
      'parque avellaneda,parque chacabuco,parque chas,parque patricios,puerto madero,recoleta,retiro,saavedra,' +
      'san cristobal,san nicolas,san telmo,velez sarsfield,versalles,villa crespo,villa del parque,villa devoto,' +
      'villa general mitre,villa lugano,villa luro,villa ortuzar,villa pueyrredon,villa real,villa riachuelo,' +
      'villa santa rita,villa soldati,villa urquiza'
    ).split(','),
  );
  expect(official.size).toBe(48);
  expect(rows.filter(({ city, province }) => province === 'C' && !official.has(fold(city)))).toEqual([]);
});
