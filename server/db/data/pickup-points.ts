/** An example pickup point. The provider replaces the examples. */
export interface ExamplePickupPoint {
  code: string;
  name: string;
  street: string;
  city: string;
  province: string;
  zip4: number;
}

// [province letter, four-digit postal code, city, street]
const PLACES: readonly (readonly [string, number, string, string])[] = [
  ['C', 1002, 'Ciudad Autónoma de Buenos Aires', 'Lavalle 742'],
  ['C', 1414, 'Ciudad Autónoma de Buenos Aires', 'Av. Corrientes 5450'],
  ['C', 1425, 'Ciudad Autónoma de Buenos Aires', 'Av. Santa Fe 3680'],
  ['C', 1406, 'Ciudad Autónoma de Buenos Aires', 'Av. Rivadavia 6830'],
  ['C', 1428, 'Ciudad Autónoma de Buenos Aires', 'Av. Cabildo 2280'],
  ['B', 1602, 'Florida', 'San Martín 1560'],
  ['B', 1642, 'San Isidro', 'Belgrano 321'],
  ['B', 1663, 'San Miguel', 'Sarmiento 1480'],
  ['B', 1704, 'Ramos Mejía', 'Av. de Mayo 310'],
  ['B', 1708, 'Morón', 'Belgrano 140'],
  ['B', 1832, 'Lomas de Zamora', 'España 210'],
  ['B', 1878, 'Quilmes', 'Rivadavia 255'],
  ['B', 1900, 'La Plata', 'Calle 8 Nro. 835'],
  ['B', 2700, 'Pergamino', 'San Nicolás 640'],
  ['B', 6000, 'Junín', 'Sáenz Peña 88'],
  ['B', 7000, 'Tandil', 'Av. España 560'],
  ['B', 7600, 'Mar del Plata', 'San Luis 1720'],
  ['B', 8000, 'Bahía Blanca', 'Chiclana 455'],
  ['S', 2000, 'Rosario', 'Córdoba 1450'],
  ['S', 3000, 'Santa Fe', 'San Martín 2330'],
  ['S', 2300, 'Rafaela', 'Bv. Lehmann 240'],
  ['E', 3100, 'Paraná', 'Urquiza 1050'],
  ['E', 3200, 'Concordia', 'Entre Ríos 590'],
  ['X', 5000, 'Córdoba', 'Av. Colón 620'],
  ['X', 5800, 'Río Cuarto', 'Constitución 770'],
  ['X', 5900, 'Villa María', 'Buenos Aires 1120'],
  ['L', 6300, 'Santa Rosa', 'Av. San Martín 180'],
  ['M', 5500, 'Mendoza', 'Av. Las Heras 340'],
  ['M', 5600, 'San Rafael', 'Av. Mitre 210'],
  ['J', 5400, 'San Juan', 'Mendoza 470 Sur'],
  ['D', 5700, 'San Luis', 'Pringles 830'],
  ['F', 5300, 'La Rioja', 'Pelagio Luna 720'],
  ['K', 4700, 'San Fernando del Valle de Catamarca', 'Rivadavia 640'],
  ['T', 4000, 'San Miguel de Tucumán', 'Mendoza 580'],
  ['G', 4200, 'Santiago del Estero', 'Av. Belgrano Sur 960'],
  ['A', 4400, 'Salta', 'Caseros 750'],
  ['Y', 4600, 'San Salvador de Jujuy', 'Belgrano 870'],
  ['W', 3400, 'Corrientes', 'Junín 1230'],
  ['N', 3300, 'Posadas', 'Colón 1780'],
  ['H', 3500, 'Resistencia', 'Juan B. Justo 145'],
  ['P', 3600, 'Formosa', 'España 430'],
  ['Q', 8300, 'Neuquén', 'Av. Argentina 250'],
  ['R', 8400, 'San Carlos de Bariloche', 'Mitre 410'],
  ['R', 8500, 'Viedma', 'Buenos Aires 330'],
  ['U', 9000, 'Comodoro Rivadavia', 'San Martín 610'],
  ['U', 9100, 'Trelew', 'Av. Fontana 220'],
  ['Z', 9400, 'Río Gallegos', 'Av. Kirchner 890'],
  ['V', 9410, 'Ushuaia', 'San Martín 720'],
];

/** Pickup points in capitals and larger cities. A code consists of province letter and postal code. */
export const examplePickupPoints: readonly ExamplePickupPoint[] = PLACES.map(([province, zip4, city, street]) => ({
  code: `${province}${zip4}`,
  name: `Punto ${province === 'C' ? street.replace(/ \d+$/, '') : city}`,
  street,
  city,
  province,
  zip4,
}));
