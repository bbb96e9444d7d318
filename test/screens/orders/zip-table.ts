import { findZipCodes, listedZipCodes, provincesOfZipCode, type ZipCode } from '#shared/orders/lookups.ts';
import { type Reply, reply } from '#test/screens/fake-gateway.ts';

const CABA = 'Ciudad Autónoma de Buenos Aires';

/** Localities of the fake gateway. */
const PLACES: readonly ZipCode[] = [
  { zip_code: '1043', city: 'San Nicolás', province: CABA },
  { zip_code: '1414', city: 'Palermo', province: CABA },
  { zip_code: '1425', city: 'Palermo', province: CABA },
  { zip_code: '1429', city: 'Núñez', province: CABA },
  { zip_code: '1900', city: 'La Plata', province: 'Buenos Aires' },
  { zip_code: '5000', city: 'Córdoba', province: 'Córdoba' },
  { zip_code: '9410', city: 'Ushuaia', province: 'Tierra del Fuego' },
];

const found = (code = '') => PLACES.filter(({ zip_code }) => zip_code === code.replace(/\D/g, ''));

/** Responds to look-ups of postal codes from a small table. */
export const ZIP_TABLE: readonly Reply[] = [
  reply(findZipCodes, ({ query }) => {
    const results = found(query['filter[code]']);
    return { results, pagination: { page: 1, pages: 1, total: results.length, limit: 999 } };
  }),
  reply(provincesOfZipCode, ({ query }) => {
    const names = new Set(found(query['filter[code]']).map(({ province }) => province));
    return { results: { provinces: [...names].map((name) => ({ name })) } };
  }),
  reply(listedZipCodes, {
    results: Object.entries(Object.groupBy(PLACES, ({ province }) => province)).map(([province, places = []]) => ({
      province,
      zip_codes: places.map(({ zip_code }) => zip_code),
    })),
  }),
];
