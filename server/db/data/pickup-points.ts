/** An example pickup point. The provider replaces the examples. */
export interface ExamplePickupPoint {
  code: string;
  name: string;
  street: string;
  city: string;
  province: string;
  zip4: number;
  /** Opening hours. */
  hours: string;
  /** Decimal degrees; null where the example has none. */
  lat: number | null;
  lon: number | null;
}

/** Opening hours of the example points, in turn. */
const HOURS = ['Lun a vie 9 a 18 h, sáb 9 a 13 h', 'Lun a sáb 8:30 a 20 h', 'Lun a vie 10 a 19 h'];

// [province letter, four-digit postal code, city, street, latitude, longitude]
const PLACES: readonly (readonly [string, number, string, string, number?, number?])[] = [
  ['C', 1002, 'Ciudad Autónoma de Buenos Aires', 'Lavalle 742', -34.6027, -58.3776],
  ['C', 1414, 'Ciudad Autónoma de Buenos Aires', 'Av. Corrientes 5450', -34.5989, -58.4402],
  ['C', 1425, 'Ciudad Autónoma de Buenos Aires', 'Av. Santa Fe 3680', -34.5854, -58.4163],
  ['C', 1406, 'Ciudad Autónoma de Buenos Aires', 'Av. Rivadavia 6830', -34.6279, -58.4587],
  ['C', 1428, 'Ciudad Autónoma de Buenos Aires', 'Av. Cabildo 2280', -34.5602, -58.4571],
  ['B', 1602, 'Florida', 'San Martín 1560', -34.5277, -58.4907],
  ['B', 1642, 'San Isidro', 'Belgrano 321', -34.4714, -58.5119],
  ['B', 1663, 'San Miguel', 'Sarmiento 1480', -34.5427, -58.7119],
  ['B', 1704, 'Ramos Mejía', 'Av. de Mayo 310', -34.6448, -58.5649],
  ['B', 1708, 'Morón', 'Belgrano 140', -34.651, -58.6204],
  ['B', 1832, 'Lomas de Zamora', 'España 210', -34.7609, -58.4044],
  ['B', 1878, 'Quilmes', 'Rivadavia 255', -34.7203, -58.2546],
  ['B', 1900, 'La Plata', 'Calle 8 Nro. 835', -34.9145, -57.9549],
  ['B', 2700, 'Pergamino', 'San Nicolás 640', -33.8897, -60.5736],
  ['B', 6000, 'Junín', 'Sáenz Peña 88', -34.585, -60.9489],
  ['B', 7000, 'Tandil', 'Av. España 560', -37.325, -59.136],
  ['B', 7600, 'Mar del Plata', 'San Luis 1720', -38.001, -57.548],
  ['B', 8000, 'Bahía Blanca', 'Chiclana 455', -38.721, -62.261],
  ['S', 2000, 'Rosario', 'Córdoba 1450', -32.9462, -60.642],
  ['S', 3000, 'Santa Fe', 'San Martín 2330', -31.65, -60.708],
  ['S', 2300, 'Rafaela', 'Bv. Lehmann 240', -31.249, -61.489],
  ['E', 3100, 'Paraná', 'Urquiza 1050', -31.733, -60.527],
  ['E', 3200, 'Concordia', 'Entre Ríos 590', -31.396, -58.018],
  ['X', 5000, 'Córdoba', 'Av. Colón 620', -31.411, -64.191],
  ['X', 5800, 'Río Cuarto', 'Constitución 770', -33.124, -64.349],
  ['X', 5900, 'Villa María', 'Buenos Aires 1120', -32.411, -63.242],
  ['L', 6300, 'Santa Rosa', 'Av. San Martín 180', -36.62, -64.291],
  ['M', 5500, 'Mendoza', 'Av. Las Heras 340', -32.885, -68.844],
  ['M', 5600, 'San Rafael', 'Av. Mitre 210', -34.615, -68.334],
  ['J', 5400, 'San Juan', 'Mendoza 470 Sur', -31.541, -68.526],
  ['D', 5700, 'San Luis', 'Pringles 830', -33.301, -66.339],
  ['F', 5300, 'La Rioja', 'Pelagio Luna 720'],
  ['K', 4700, 'San Fernando del Valle de Catamarca', 'Rivadavia 640', -28.469, -65.78],
  ['T', 4000, 'San Miguel de Tucumán', 'Mendoza 580', -26.829, -65.205],
  ['G', 4200, 'Santiago del Estero', 'Av. Belgrano Sur 960'],
  ['A', 4400, 'Salta', 'Caseros 750', -24.789, -65.413],
  ['Y', 4600, 'San Salvador de Jujuy', 'Belgrano 870'],
  ['W', 3400, 'Corrientes', 'Junín 1230', -27.468, -58.831],
  ['N', 3300, 'Posadas', 'Colón 1780', -27.365, -55.896],
  ['H', 3500, 'Resistencia', 'Juan B. Justo 145', -27.452, -58.986],
  ['P', 3600, 'Formosa', 'España 430'],
  ['Q', 8300, 'Neuquén', 'Av. Argentina 250', -38.952, -68.059],
  ['R', 8400, 'San Carlos de Bariloche', 'Mitre 410', -41.134, -71.307],
  ['R', 8500, 'Viedma', 'Buenos Aires 330'],
  ['U', 9000, 'Comodoro Rivadavia', 'San Martín 610', -45.864, -67.48],
  ['U', 9100, 'Trelew', 'Av. Fontana 220'],
  ['Z', 9400, 'Río Gallegos', 'Av. Kirchner 890', -51.623, -69.219],
  ['V', 9410, 'Ushuaia', 'San Martín 720', -54.807, -68.306],
];

/** Pickup points in capitals and larger cities. A code consists of province letter and postal code. */
export const examplePickupPoints: readonly ExamplePickupPoint[] = PLACES.map(
  ([province, zip4, city, street, lat, lon], index) => ({
    code: `${province}${zip4}`,
    name: `Punto ${province === 'C' ? street.replace(/ \d+$/, '') : city}`,
    street,
    city,
    province,
    zip4,
    hours: HOURS[index % HOURS.length] as string,
    lat: lat ?? null,
    lon: lon ?? null,
  }),
);
