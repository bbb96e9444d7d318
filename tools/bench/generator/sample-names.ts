/** Destinations of shipments: letter and name of the province, city with its code, and weight. */
export const DESTINATIONS = [
  { letter: 'C', state: 'Ciudad Autónoma de Buenos Aires', city: 'Palermo', zip: '1425', weight: 22 },
  { letter: 'B', state: 'Buenos Aires', city: 'La Plata', zip: '1900', weight: 18 },
  { letter: 'B', state: 'Buenos Aires', city: 'Mar del Plata', zip: '7600', weight: 14 },
  { letter: 'X', state: 'Córdoba', city: 'Córdoba', zip: '5000', weight: 10 },
  { letter: 'S', state: 'Santa Fe', city: 'Rosario', zip: '2000', weight: 9 },
  { letter: 'M', state: 'Mendoza', city: 'Mendoza', zip: '5500', weight: 5 },
  { letter: 'T', state: 'Tucumán', city: 'San Miguel de Tucumán', zip: '4000', weight: 3.5 },
  { letter: 'E', state: 'Entre Ríos', city: 'Paraná', zip: '3100', weight: 3 },
  { letter: 'A', state: 'Salta', city: 'Salta', zip: '4400', weight: 2.5 },
  { letter: 'N', state: 'Misiones', city: 'Posadas', zip: '3300', weight: 2 },
  { letter: 'Q', state: 'Neuquén', city: 'Neuquén', zip: '8300', weight: 2 },
  { letter: 'R', state: 'Río Negro', city: 'Viedma', zip: '8500', weight: 1.5 },
  { letter: 'H', state: 'Chaco', city: 'Resistencia', zip: '3500', weight: 1.2 },
  { letter: 'W', state: 'Corrientes', city: 'Corrientes', zip: '3400', weight: 1.2 },
  { letter: 'J', state: 'San Juan', city: 'San Juan', zip: '5400', weight: 1 },
  { letter: 'D', state: 'San Luis', city: 'San Luis', zip: '5700', weight: 0.8 },
  { letter: 'U', state: 'Chubut', city: 'Rawson', zip: '9103', weight: 0.8 },
  { letter: 'G', state: 'Santiago del Estero', city: 'Santiago del Estero', zip: '4200', weight: 0.7 },
  { letter: 'Y', state: 'Jujuy', city: 'San Salvador de Jujuy', zip: '4600', weight: 0.6 },
  { letter: 'L', state: 'La Pampa', city: 'Santa Rosa', zip: '6300', weight: 0.5 },
  { letter: 'K', state: 'Catamarca', city: 'San Fernando del Valle de Catamarca', zip: '4700', weight: 0.4 },
  { letter: 'F', state: 'La Rioja', city: 'La Rioja', zip: '5300', weight: 0.3 },
  { letter: 'P', state: 'Formosa', city: 'Formosa', zip: '3600', weight: 0.3 },
  { letter: 'Z', state: 'Santa Cruz', city: 'Río Gallegos', zip: '9400', weight: 0.2 },
  { letter: 'V', state: 'Tierra del Fuego', city: 'Ushuaia', zip: '9410', weight: 0.2 },
] as const;

const list = (text: string): readonly string[] => text.trim().split(/\s*,\s*/);

export const FIRST_NAMES = list(`
  María, Juan, Sofía, Martín, Lucía, Diego, Valentina, Santiago, Camila, Nicolás, Julieta, Matías, Florencia, Tomás,
  Agustina, Facundo, Micaela, Gonzalo, Rocío, Federico, Carolina, Ezequiel, Paula, Leandro, Daniela, Ramiro, Gabriela,
  Hernán, Verónica, Pablo, Mónica, Sebastián, Silvia, Andrés, Natalia, Gustavo, Romina, Marcelo, Belén, Joaquín, Ángeles,
  Emiliano, Débora, Iván, Noelia, Rubén, Ximena, Óscar, Yanina, Raúl`);

export const LAST_NAMES = list(`
  González, Rodríguez, Gómez, Fernández, López, Díaz, Martínez, Pérez, García, Sánchez, Romero, Sosa, Álvarez, Torres,
  Ruiz, Ramírez, Flores, Acosta, Benítez, Medina, Suárez, Herrera, Aguirre, Giménez, Gutiérrez, Pereyra, Rojas, Molina,
  Castro, Ortiz, Silva, Núñez, Luna, Juárez, Cabrera, Ríos, Ferreyra, Godoy, Morales, Domínguez, Moreno, Peralta, Vega,
  Carrizo, Quiroga, Castillo, Ledesma, Muñoz, Ojeda, Ponce, Vera, Vázquez, Villalba, Cardozo, Navarro, Ramos, Arias,
  Coronel, Córdoba, Figueroa, Correa, Cáceres, Vargas, Maldonado, Mansilla, Farías, Rivero, Paz, Miranda, Roldán, Méndez,
  Lucero, Cruz, Hernández, Agüero, Páez, Blanco, Mendoza, Barrios, Escobar, Ávila, Soria, Leiva, Acuña, Martin, Maidana,
  Moyano, Campos, Olivera, Duarte, Soto, Franco, Bravo, Valdez, Toledo, Velázquez, Montenegro, Leguizamón, Chávez, Arce`);

/** Rare names, a few of each client's receivers, for searches. */
export const RARE_NAMES = list(`
  Zubizarreta, Quetglas, Wojciechowski, Ychoust, Etchegoyhen, Xirau, Kjærsgaard, Fahrenkrog, Uncos Ñancucheo,
  Goyeneche Pwll, Hryniewicz, Vlaeminck`);

export const STREETS = list(`
  Av. Rivadavia, San Martín, Belgrano, Mitre, 9 de Julio, Av. Corrientes, Sarmiento, Moreno, Av. Santa Fe, Urquiza,
  Independencia, Alvear, Lavalle, Tucumán, Av. Colón, Chacabuco, Bolívar, Güemes, Pueyrredón, Av. del Libertador`);

export const PRODUCTS = list(`
  Remera de algodón, Zapatillas urbanas, Campera impermeable, Mochila, Auriculares, Cafetera, Set de cuchillos,
  Lámpara de escritorio, Crema facial, Yerba orgánica, Pelota N.º 5, Muñeco articulado, Cuaderno A5, Taladro,
  Almohada, Termo de acero, Mate de calabaza, Parlante, Cargador USB-C, Manta polar`);
