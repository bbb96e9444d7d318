import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contactCorpus } from './contact-corpus.ts';

/** Family names with letters beyond ASCII, of Spanish, Basque, Galician and Catalan origin. */
const SURNAMES =
  'Acuña Aguilú Aguirrebeña Alarcón Albarracín Alcázar Almirón Álvarez Amézaga Antúnez Aráoz Arévalo Argüello Arrúa Ávalos Ávila Báez Balcarcé Bañuelos Bécquer Beltrán Benítez Bermúdez Bolaños Borgoño Briñón Cabañas Cáceres Calderón Cañete Cárdenas Carreño Castañeda Castañares Castellón Céspedes Chacón Chávez Colón Córdoba Cortés Cristóbal Dávalos Dávila Díaz Domínguez Durán Echagüe Echeverría Escudé Espíndola Estévez Fariña Fernández Ferrándiz Gálvez García Garzón Gaitán Giménez Gómez González Guaraní Guillén Güemes Güiraldes Gutiérrez Guzmán Hernández Ibáñez Íñiguez Iribarné Jáuregui Jiménez Juárez Julián Lázaro León Leguizamón López Luján Luís Magallán Maidaná Marín Mármol Márquez Martín Martínez Méndez Mejía Menéndez Millán Monzón Morán Múgica Muñiz Muñoz Nicolás Niño Núñez Ñancupil Ñáñez Ocaña Olguín Ordóñez Orduña Ormaechéa Órdenes Ortúzar Páez Peláez Peña Peñaloza Pérez Piñero Piñeyro Quiñones Quiróz Ramírez Rincón Ríos Riquelmé Rodríguez Roldán Román Rubén Ruíz Sáenz Salomón Sánchez Sarmiénto Sáez Solá Solís Suárez Téllez Tolosá Tomás Truñó Úbeda Ugarté Urbáñez Úrsula Valdés Vásquez Vázquez Vélez Verón Villafañe Viñas Yáñez Zabalía Zárate Zúñiga Zuñé'.split(
    ' ',
  );

const STREETS =
  'Ángel Gallardo|Río Negro|Paraná|Perú|Bogotá|Güiraldes|Ñandú|Pasaje Ñuñoa|Cañada de Gómez|Año Nuevo|Nuestra Señora de la Asunción|Pichincha|Éufrates|Órbigny|Últimas Lomas|Índice|Ibicuí|Panamá|José Ingenieros|Fragata Presidente Sarmiento|Hipólito Yrigoyen|Unión|Constitución|Emilio Mitre Nº 5|Barrio 3 de Mayo 2°B'.split(
    '|',
  );

/** Localities of the shipped list of postal codes. */
function localities(): string[] {
  const csv = readFileSync(join(import.meta.dirname, '../../server/db/data/zip-codes.csv'), 'utf8');
  return [...new Set(csv.split('\n').map((line) => line.split(';')[1] ?? ''))].filter((name) => name !== '');
}

/** Names of persons, streets and places in Argentina, as people write them; most have letters beyond ASCII. */
export function spanishNames(): string[] {
  const written = (['addresses', 'addresses-set-aside', 'people', 'people-set-aside'] as const).flatMap((file) =>
    contactCorpus(file).flatMap(({ parts }) => Object.values(parts)),
  );
  const titled = [...SURNAMES, ...STREETS, ...localities(), ...written];
  return [...new Set([...titled, ...titled.map((name) => name.toLocaleUpperCase('es'))])];
}
